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

T = TypeVar("T", bound="ChangeSubstitute")


@_attrs_define
class ChangeSubstitute:
    """
    Attributes:
        action (Literal['substitute']):
        from_hand (int):
        name (str):
        seat (int):
    """

    action: Literal["substitute"]
    from_hand: int
    name: str
    seat: int

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        from_hand = self.from_hand

        name = self.name

        seat = self.seat

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "from_hand": from_hand,
                "name": name,
                "seat": seat,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["substitute"], d.pop("action"))
        if action != "substitute":
            raise ValueError(f"action must match const 'substitute', got '{action}'")

        from_hand = d.pop("from_hand")

        name = d.pop("name")

        seat = d.pop("seat")

        change_substitute = cls(
            action=action,
            from_hand=from_hand,
            name=name,
            seat=seat,
        )

        return change_substitute
