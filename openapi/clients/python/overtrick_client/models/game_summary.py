from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.player_range import PlayerRange


T = TypeVar("T", bound="GameSummary")


@_attrs_define
class GameSummary:
    """A game in a list of games.

    Attributes:
        about (str): The game in one sentence.
        author (str): The author of the game.
        edition (int): The current edition of its scoring.
        id (str): The id, as documents have it.
        name (str): The name.
        players (PlayerRange): The numbers of players that a game can have.
        source (str): The rulebook.
    """

    about: str
    author: str
    edition: int
    id: str
    name: str
    players: PlayerRange
    source: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        about = self.about

        author = self.author

        edition = self.edition

        id = self.id

        name = self.name

        players = self.players.to_dict()

        source = self.source

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "about": about,
                "author": author,
                "edition": edition,
                "id": id,
                "name": name,
                "players": players,
                "source": source,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.player_range import PlayerRange

        d = dict(src_dict)
        about = d.pop("about")

        author = d.pop("author")

        edition = d.pop("edition")

        id = d.pop("id")

        name = d.pop("name")

        players = PlayerRange.from_dict(d.pop("players"))

        source = d.pop("source")

        game_summary = cls(
            about=about,
            author=author,
            edition=edition,
            id=id,
            name=name,
            players=players,
            source=source,
        )

        game_summary.additional_properties = d
        return game_summary

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
