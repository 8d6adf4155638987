from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.event_type import EventType
from ..models.status import Status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.standing import Standing


T = TypeVar("T", bound="MatchChange")


@_attrs_define
class MatchChange:
    """A change of a match, as it is reported.

    Attributes:
        at (datetime.datetime): When it was made.
        cursor (str): Its place: send it as `since` to get what comes after it.
        game (str): The id of its game.
        match (str): The match.
        type_ (EventType):
        version (int): The version of the match after it; of a deletion, the last one that it had.
        action (str | Unset): What was done, as the history of the match names it; not of a deletion.
        by (str | Unset): The role in which it was made; not of a deletion.
        hands (int | Unset): How many hands count after it; not of a deletion.
        standings (list[Standing] | Unset): The standings after it, best first. A list of changes has them where no
            later change of the match
            was made; a webhook is always sent them, except for a deletion.
        status (Status | Unset):
        winners (list[str] | Unset): The winners, with the standings of a match that is over.
    """

    at: datetime.datetime
    cursor: str
    game: str
    match: str
    type_: EventType
    version: int
    action: str | Unset = UNSET
    by: str | Unset = UNSET
    hands: int | Unset = UNSET
    standings: list[Standing] | Unset = UNSET
    status: Status | Unset = UNSET
    winners: list[str] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        cursor = self.cursor

        game = self.game

        match = self.match

        type_ = self.type_.value

        version = self.version

        action = self.action

        by = self.by

        hands = self.hands

        standings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.standings, Unset):
            standings = []
            for standings_item_data in self.standings:
                standings_item = standings_item_data.to_dict()
                standings.append(standings_item)

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status.value

        winners: list[str] | Unset = UNSET
        if not isinstance(self.winners, Unset):
            winners = self.winners

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "cursor": cursor,
                "game": game,
                "match": match,
                "type": type_,
                "version": version,
            }
        )
        if action is not UNSET:
            field_dict["action"] = action
        if by is not UNSET:
            field_dict["by"] = by
        if hands is not UNSET:
            field_dict["hands"] = hands
        if standings is not UNSET:
            field_dict["standings"] = standings
        if status is not UNSET:
            field_dict["status"] = status
        if winners is not UNSET:
            field_dict["winners"] = winners

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.standing import Standing

        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        cursor = d.pop("cursor")

        game = d.pop("game")

        match = d.pop("match")

        type_ = EventType(d.pop("type"))

        version = d.pop("version")

        action = d.pop("action", UNSET)

        by = d.pop("by", UNSET)

        hands = d.pop("hands", UNSET)

        _standings = d.pop("standings", UNSET)
        standings: list[Standing] | Unset = UNSET
        if _standings is not UNSET:
            standings = []
            for standings_item_data in _standings:
                standings_item = Standing.from_dict(standings_item_data)

                standings.append(standings_item)

        _status = d.pop("status", UNSET)
        status: Status | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = Status(_status)

        winners = cast(list[str], d.pop("winners", UNSET))

        match_change = cls(
            at=at,
            cursor=cursor,
            game=game,
            match=match,
            type_=type_,
            version=version,
            action=action,
            by=by,
            hands=hands,
            standings=standings,
            status=status,
            winners=winners,
        )

        match_change.additional_properties = d
        return match_change

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
