from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RulingOutcomeRangesAdditionalProperty")


@_attrs_define
class RulingOutcomeRangesAdditionalProperty:
    """
    Attributes:
        from_ (float):
        to (float):
    """

    from_: float
    to: float

    def to_dict(self) -> dict[str, Any]:
        from_ = self.from_

        to = self.to

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "from": from_,
                "to": to,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        from_ = d.pop("from")

        to = d.pop("to")

        ruling_outcome_ranges_additional_property = cls(
            from_=from_,
            to=to,
        )

        return ruling_outcome_ranges_additional_property
