"""Expressions of polars: importing this gives every expression and every column a `sfumato`.

>>> import polars, sfumato.polars
>>> frame = polars.DataFrame({"note": ["Ann Lee came.", None]})
>>> frame.with_columns(polars.col("note").sfumato.mask(policy="hipaa"))["note"].to_list()
['[PERSON 1] came.', None]
"""

from __future__ import annotations

from typing import Any, Literal

import polars

from . import Anonymiser

__all__ = ["MaskedExpression", "MaskedSeries"]


@polars.api.register_expr_namespace("sfumato")
class MaskedExpression:
    """What an expression can be asked for as `expression.sfumato`."""

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def mask(self, *, errors: Literal["raise", "null"] = "raise", **settings: Any) -> polars.Expr:
        """Each text masked for itself; what is missing or blank stays so. The settings are those of `sfumato.Anonymiser`."""
        anonymiser = Anonymiser(**settings)

        def masked(column: polars.Series) -> polars.Series:
            filled: polars.Series = anonymiser.mask_column(column.cast(polars.String), errors=errors)
            return filled

        return self._expression.map_batches(masked, return_dtype=polars.String)


@polars.api.register_series_namespace("sfumato")
class MaskedSeries:
    """What a column can be asked for as `column.sfumato`."""

    def __init__(self, column: polars.Series) -> None:
        self._column = column

    def mask(self, *, errors: Literal["raise", "null"] = "raise", **settings: Any) -> polars.Series:
        """The same of a column."""
        masked: polars.Series = Anonymiser(**settings).mask_column(self._column, errors=errors)
        return masked
