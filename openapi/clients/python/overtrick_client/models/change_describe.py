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

T = TypeVar("T", bound="ChangeDescribe")


@_attrs_define
class ChangeDescribe:
    """
    Attributes:
        action (Literal['describe']):
        location (str | Unset):
        notes (str | Unset):
        played_on (str | Unset):
        title (str | Unset):
    """

    action: Literal["describe"]
    location: str | Unset = UNSET
    notes: str | Unset = UNSET
    played_on: str | Unset = UNSET
    title: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        location = self.location

        notes = self.notes

        played_on = self.played_on

        title = self.title

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
            }
        )
        if location is not UNSET:
            field_dict["location"] = location
        if notes is not UNSET:
            field_dict["notes"] = notes
        if played_on is not UNSET:
            field_dict["played_on"] = played_on
        if title is not UNSET:
            field_dict["title"] = title

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["describe"], d.pop("action"))
        if action != "describe":
            raise ValueError(f"action must match const 'describe', got '{action}'")

        location = d.pop("location", UNSET)

        notes = d.pop("notes", UNSET)

        played_on = d.pop("played_on", UNSET)

        title = d.pop("title", UNSET)

        change_describe = cls(
            action=action,
            location=location,
            notes=notes,
            played_on=played_on,
            title=title,
        )

        return change_describe
