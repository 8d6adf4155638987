from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status import Status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.board_row import BoardRow


T = TypeVar("T", bound="Board")


@_attrs_define
class Board:
    """The standings of a match, with what a website shows around them.

    Attributes:
        game (str): The game's id.
        hands (int): The number of hands that have been played.
        id (str):
        name (str): The game's name in the language of the answer.
        standings (list[BoardRow]): The players, best first.
        status (Status):
        version (int): Its version.
        winners (list[str]): The winners, once the match is over.
        playing (int | Unset): The number of the hand being played.
        title (str | Unset): The title of the match.
    """

    game: str
    hands: int
    id: str
    name: str
    standings: list[BoardRow]
    status: Status
    version: int
    winners: list[str]
    playing: int | Unset = UNSET
    title: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        hands = self.hands

        id = self.id

        name = self.name

        standings = []
        for standings_item_data in self.standings:
            standings_item = standings_item_data.to_dict()
            standings.append(standings_item)

        status = self.status.value

        version = self.version

        winners = self.winners

        playing = self.playing

        title = self.title

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "game": game,
                "hands": hands,
                "id": id,
                "name": name,
                "standings": standings,
                "status": status,
                "version": version,
                "winners": winners,
            }
        )
        if playing is not UNSET:
            field_dict["playing"] = playing
        if title is not UNSET:
            field_dict["title"] = title

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.board_row import BoardRow

        d = dict(src_dict)
        game = d.pop("game")

        hands = d.pop("hands")

        id = d.pop("id")

        name = d.pop("name")

        standings = []
        _standings = d.pop("standings")
        for standings_item_data in _standings:
            standings_item = BoardRow.from_dict(standings_item_data)

            standings.append(standings_item)

        status = Status(d.pop("status"))

        version = d.pop("version")

        winners = cast(list[str], d.pop("winners"))

        playing = d.pop("playing", UNSET)

        title = d.pop("title", UNSET)

        board = cls(
            game=game,
            hands=hands,
            id=id,
            name=name,
            standings=standings,
            status=status,
            version=version,
            winners=winners,
            playing=playing,
            title=title,
        )

        board.additional_properties = d
        return board

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
