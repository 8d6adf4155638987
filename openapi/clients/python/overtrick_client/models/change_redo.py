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

T = TypeVar("T", bound="ChangeRedo")


@_attrs_define
class ChangeRedo:
    """
    Attributes:
        action (Literal['redo']):
    """

    action: Literal["redo"]

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
        action = cast(Literal["redo"], d.pop("action"))
        if action != "redo":
            raise ValueError(f"action must match const 'redo', got '{action}'")

        change_redo = cls(
            action=action,
        )

        return change_redo
