"""CHECK: a text and its table → a verdict on every claim of the text.

`boxscribe.check` is this package and, called, the function `boxscribe.check.texts.check`:

    >>> table = next(boxscribe.simulate("rotowire", seed=1))
    >>> [verdict.status.value for verdict in boxscribe.check("J.T. Osborne scored 27 points.", table)]
    ['supported']
"""

import sys
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from boxscribe.check.texts import check

        return check(*arguments, **options)


sys.modules[__name__].__class__ = _CallablePackage
