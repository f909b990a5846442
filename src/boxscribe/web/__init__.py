"""WEB: what every server of the package has in common: connections, limits, headers, bodies of requests.

Its modules need fastapi and uvicorn, so they are imported within `extras.needs_extra` of the feature that serves.
"""
