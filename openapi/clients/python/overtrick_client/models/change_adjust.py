from __future__ import annotations

from collections.abc import Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.adjustment_entry import AdjustmentEntry


T = TypeVar("T", bound="ChangeAdjust")


@_attrs_define
class ChangeAdjust:
    """
    Attributes:
        action (Literal['adjust']):
        adjustment (AdjustmentEntry):
    """

    action: Literal["adjust"]
    adjustment: AdjustmentEntry

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        adjustment = self.adjustment.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "adjustment": adjustment,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.adjustment_entry import AdjustmentEntry

        d = dict(src_dict)
        action = cast(Literal["adjust"], d.pop("action"))
        if action != "adjust":
            raise ValueError(f"action must match const 'adjust', got '{action}'")

        adjustment = AdjustmentEntry.from_dict(d.pop("adjustment"))

        change_adjust = cls(
            action=action,
            adjustment=adjustment,
        )

        return change_adjust
