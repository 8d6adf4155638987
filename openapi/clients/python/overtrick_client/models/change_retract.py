from __future__ import annotations

from collections.abc import Mapping
from typing import (
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)

from attrs import define as _attrs_define

T = TypeVar("T", bound="ChangeRetract")


@_attrs_define
class ChangeRetract:
    """
    Attributes:
        action (Literal['retract']):
        adjustment (int):
        reason (str):
    """

    action: Literal["retract"]
    adjustment: int
    reason: str

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        adjustment = self.adjustment

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "adjustment": adjustment,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["retract"], d.pop("action"))
        if action != "retract":
            raise ValueError(f"action must match const 'retract', got '{action}'")

        adjustment = d.pop("adjustment")

        reason = d.pop("reason")

        change_retract = cls(
            action=action,
            adjustment=adjustment,
            reason=reason,
        )

        return change_retract
