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

T = TypeVar("T", bound="ChangeVoid")


@_attrs_define
class ChangeVoid:
    """
    Attributes:
        action (Literal['void']):
        hand (int):
        reason (str):
    """

    action: Literal["void"]
    hand: int
    reason: str

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        hand = self.hand

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "hand": hand,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["void"], d.pop("action"))
        if action != "void":
            raise ValueError(f"action must match const 'void', got '{action}'")

        hand = d.pop("hand")

        reason = d.pop("reason")

        change_void = cls(
            action=action,
            hand=hand,
            reason=reason,
        )

        return change_void
