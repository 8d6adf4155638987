from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status import Status

if TYPE_CHECKING:
    from ..models.standing import Standing


T = TypeVar("T", bound="MatchStandings")


@_attrs_define
class MatchStandings:
    """The standings of a match.

    Attributes:
        game (str): The game's id.
        hands (int): The number of hands that have been played.
        id (str):
        standings (list[Standing]): The players, best first.
        status (Status):
        version (int): Its version.
        winners (list[str]): The winners, once the match is over.
    """

    game: str
    hands: int
    id: str
    standings: list[Standing]
    status: Status
    version: int
    winners: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        hands = self.hands

        id = self.id

        standings = []
        for standings_item_data in self.standings:
            standings_item = standings_item_data.to_dict()
            standings.append(standings_item)

        status = self.status.value

        version = self.version

        winners = self.winners

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "game": game,
                "hands": hands,
                "id": id,
                "standings": standings,
                "status": status,
                "version": version,
                "winners": winners,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.standing import Standing

        d = dict(src_dict)
        game = d.pop("game")

        hands = d.pop("hands")

        id = d.pop("id")

        standings = []
        _standings = d.pop("standings")
        for standings_item_data in _standings:
            standings_item = Standing.from_dict(standings_item_data)

            standings.append(standings_item)

        status = Status(d.pop("status"))

        version = d.pop("version")

        winners = cast(list[str], d.pop("winners"))

        match_standings = cls(
            game=game,
            hands=hands,
            id=id,
            standings=standings,
            status=status,
            version=version,
            winners=winners,
        )

        match_standings.additional_properties = d
        return match_standings

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
