"""PAGES: everything that is shown in a browser, on one layout, one stylesheet and one chart drawer.

A page is a template of `templates/` that extends `layout.html`; `render` fills it with values that the
owner of the data has prepared: `writing/page`, `scores/report`, `training/curve`, `tables/show`, `study/page`.
"""
