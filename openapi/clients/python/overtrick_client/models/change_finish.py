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

T = TypeVar("T", bound="ChangeFinish")


@_attrs_define
class ChangeFinish:
    """
    Attributes:
        action (Literal['finish']):
    """

    action: Literal["finish"]

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
        action = cast(Literal["finish"], d.pop("action"))
        if action != "finish":
            raise ValueError(f"action must match const 'finish', got '{action}'")

        change_finish = cls(
            action=action,
        )

        return change_finish
