from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ListedMatch")


@_attrs_define
class ListedMatch:
    """A match in the list.

    Attributes:
        changed_at (str): When it last changed.
        created_at (str): When it was opened.
        game (str): The game's id.
        id (str):
        version (int): Its version.
    """

    changed_at: str
    created_at: str
    game: str
    id: str
    version: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        changed_at = self.changed_at

        created_at = self.created_at

        game = self.game

        id = self.id

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "changed_at": changed_at,
                "created_at": created_at,
                "game": game,
                "id": id,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        changed_at = d.pop("changed_at")

        created_at = d.pop("created_at")

        game = d.pop("game")

        id = d.pop("id")

        version = d.pop("version")

        listed_match = cls(
            changed_at=changed_at,
            created_at=created_at,
            game=game,
            id=id,
            version=version,
        )

        listed_match.additional_properties = d
        return listed_match

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
