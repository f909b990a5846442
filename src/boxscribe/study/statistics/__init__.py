"""The statistics of a study: small functions of arrays. Axes: g summary (of a game), s system."""

from boxscribe.extras import needs_extra

with needs_extra("study", "boxscribe study analyse"):
    import scipy as scipy
