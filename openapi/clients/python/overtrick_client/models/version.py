from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.game_edition import GameEdition


T = TypeVar("T", bound="Version")


@_attrs_define
class Version:
    """What answers.

    Attributes:
        api (str): The version of the API, as in its paths.
        games (list[GameEdition]): The games, each with the edition that new matches are scored by.
        version (str): The version of the program.
    """

    api: str
    games: list[GameEdition]
    version: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        api = self.api

        games = []
        for games_item_data in self.games:
            games_item = games_item_data.to_dict()
            games.append(games_item)

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "api": api,
                "games": games,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_edition import GameEdition

        d = dict(src_dict)
        api = d.pop("api")

        games = []
        _games = d.pop("games")
        for games_item_data in _games:
            games_item = GameEdition.from_dict(games_item_data)

            games.append(games_item)

        version = d.pop("version")

        version = cls(
            api=api,
            games=games,
            version=version,
        )

        version.additional_properties = d
        return version

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
