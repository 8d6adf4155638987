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

T = TypeVar("T", bound="ChangeRename")


@_attrs_define
class ChangeRename:
    """
    Attributes:
        action (Literal['rename']):
        name (str):
        seat (int):
    """

    action: Literal["rename"]
    name: str
    seat: int

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        name = self.name

        seat = self.seat

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "name": name,
                "seat": seat,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["rename"], d.pop("action"))
        if action != "rename":
            raise ValueError(f"action must match const 'rename', got '{action}'")

        name = d.pop("name")

        seat = d.pop("seat")

        change_rename = cls(
            action=action,
            name=name,
            seat=seat,
        )

        return change_rename
