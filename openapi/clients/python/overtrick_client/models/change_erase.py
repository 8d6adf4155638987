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

from ..types import UNSET, Unset

T = TypeVar("T", bound="ChangeErase")


@_attrs_define
class ChangeErase:
    """
    Attributes:
        action (Literal['erase']):
        person (int):
        name (str | Unset):
    """

    action: Literal["erase"]
    person: int
    name: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        person = self.person

        name = self.name

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "person": person,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["erase"], d.pop("action"))
        if action != "erase":
            raise ValueError(f"action must match const 'erase', got '{action}'")

        person = d.pop("person")

        name = d.pop("name", UNSET)

        change_erase = cls(
            action=action,
            person=person,
            name=name,
        )

        return change_erase
