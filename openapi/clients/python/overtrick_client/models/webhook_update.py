from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.game_word import GameWord
from ..models.type_ import Type
from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookUpdate")


@_attrs_define
class WebhookUpdate:
    """
    Attributes:
        url (str):
        active (bool | Unset):
        description (str | Unset):
        games (list[GameWord] | Unset): none is all
        types (list[Type] | Unset): none is all
    """

    url: str
    active: bool | Unset = UNSET
    description: str | Unset = UNSET
    games: list[GameWord] | Unset = UNSET
    types: list[Type] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        active = self.active

        description = self.description

        games: list[str] | Unset = UNSET
        if not isinstance(self.games, Unset):
            games = []
            for games_item_data in self.games:
                games_item = games_item_data.value
                games.append(games_item)

        types: list[str] | Unset = UNSET
        if not isinstance(self.types, Unset):
            types = []
            for types_item_data in self.types:
                types_item = types_item_data.value
                types.append(types_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
            }
        )
        if active is not UNSET:
            field_dict["active"] = active
        if description is not UNSET:
            field_dict["description"] = description
        if games is not UNSET:
            field_dict["games"] = games
        if types is not UNSET:
            field_dict["types"] = types

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        url = d.pop("url")

        active = d.pop("active", UNSET)

        description = d.pop("description", UNSET)

        _games = d.pop("games", UNSET)
        games: list[GameWord] | Unset = UNSET
        if _games is not UNSET:
            games = []
            for games_item_data in _games:
                games_item = GameWord(games_item_data)

                games.append(games_item)

        _types = d.pop("types", UNSET)
        types: list[Type] | Unset = UNSET
        if _types is not UNSET:
            types = []
            for types_item_data in _types:
                types_item = Type(types_item_data)

                types.append(types_item)

        webhook_update = cls(
            url=url,
            active=active,
            description=description,
            games=games,
            types=types,
        )

        return webhook_update
