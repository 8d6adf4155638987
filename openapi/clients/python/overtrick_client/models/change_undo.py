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

T = TypeVar("T", bound="ChangeUndo")


@_attrs_define
class ChangeUndo:
    """
    Attributes:
        action (Literal['undo']):
    """

    action: Literal["undo"]

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["undo"], d.pop("action"))
        if action != "undo":
            raise ValueError(f"action must match const 'undo', got '{action}'")

        change_undo = cls(
            action=action,
        )

        return change_undo
