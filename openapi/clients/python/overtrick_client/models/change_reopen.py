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

T = TypeVar("T", bound="ChangeReopen")


@_attrs_define
class ChangeReopen:
    """
    Attributes:
        action (Literal['reopen']):
    """

    action: Literal["reopen"]

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
        action = cast(Literal["reopen"], d.pop("action"))
        if action != "reopen":
            raise ValueError(f"action must match const 'reopen', got '{action}'")

        change_reopen = cls(
            action=action,
        )

        return change_reopen
