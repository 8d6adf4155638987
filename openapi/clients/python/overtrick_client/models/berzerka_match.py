from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.adjustment_entry import AdjustmentEntry
    from ..models.berzerka_history import BerzerkaHistory
    from ..models.berzerka_options import BerzerkaOptions
    from ..models.berzerka_record import BerzerkaRecord
    from ..models.berzerka_unfinished import BerzerkaUnfinished


T = TypeVar("T", bound="BerzerkaMatch")


@_attrs_define
class BerzerkaMatch:
    """
    Attributes:
        game (Literal['berzerka']):
        hands (list[BerzerkaRecord]):
        players (list[str]):
        adjustments (list[AdjustmentEntry] | Unset):
        current (BerzerkaUnfinished | Unset):
        edition (int | Unset):
        finished (bool | Unset):
        first_dealer (str | Unset): a player's name
        history (list[BerzerkaHistory] | Unset):
        id (str | Unset):
        location (str | Unset):
        notes (str | Unset):
        options (BerzerkaOptions | Unset):
        played_on (datetime.date | Unset):
        title (str | Unset):
    """

    game: Literal["berzerka"]
    hands: list[BerzerkaRecord]
    players: list[str]
    adjustments: list[AdjustmentEntry] | Unset = UNSET
    current: BerzerkaUnfinished | Unset = UNSET
    edition: int | Unset = UNSET
    finished: bool | Unset = UNSET
    first_dealer: str | Unset = UNSET
    history: list[BerzerkaHistory] | Unset = UNSET
    id: str | Unset = UNSET
    location: str | Unset = UNSET
    notes: str | Unset = UNSET
    options: BerzerkaOptions | Unset = UNSET
    played_on: datetime.date | Unset = UNSET
    title: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        hands = []
        for hands_item_data in self.hands:
            hands_item = hands_item_data.to_dict()
            hands.append(hands_item)

        players = self.players

        adjustments: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.adjustments, Unset):
            adjustments = []
            for adjustments_item_data in self.adjustments:
                adjustments_item = adjustments_item_data.to_dict()
                adjustments.append(adjustments_item)

        current: dict[str, Any] | Unset = UNSET
        if not isinstance(self.current, Unset):
            current = self.current.to_dict()

        edition = self.edition

        finished = self.finished

        first_dealer = self.first_dealer

        history: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.history, Unset):
            history = []
            for history_item_data in self.history:
                history_item = history_item_data.to_dict()
                history.append(history_item)

        id = self.id

        location = self.location

        notes = self.notes

        options: dict[str, Any] | Unset = UNSET
        if not isinstance(self.options, Unset):
            options = self.options.to_dict()

        played_on: str | Unset = UNSET
        if not isinstance(self.played_on, Unset):
            played_on = self.played_on.isoformat()

        title = self.title

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "game": game,
                "hands": hands,
                "players": players,
            }
        )
        if adjustments is not UNSET:
            field_dict["adjustments"] = adjustments
        if current is not UNSET:
            field_dict["current"] = current
        if edition is not UNSET:
            field_dict["edition"] = edition
        if finished is not UNSET:
            field_dict["finished"] = finished
        if first_dealer is not UNSET:
            field_dict["first_dealer"] = first_dealer
        if history is not UNSET:
            field_dict["history"] = history
        if id is not UNSET:
            field_dict["id"] = id
        if location is not UNSET:
            field_dict["location"] = location
        if notes is not UNSET:
            field_dict["notes"] = notes
        if options is not UNSET:
            field_dict["options"] = options
        if played_on is not UNSET:
            field_dict["played_on"] = played_on
        if title is not UNSET:
            field_dict["title"] = title

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.adjustment_entry import AdjustmentEntry
        from ..models.berzerka_history import BerzerkaHistory
        from ..models.berzerka_options import BerzerkaOptions
        from ..models.berzerka_record import BerzerkaRecord
        from ..models.berzerka_unfinished import BerzerkaUnfinished

        d = dict(src_dict)
        game = cast(Literal["berzerka"], d.pop("game"))
        if game != "berzerka":
            raise ValueError(f"game must match const 'berzerka', got '{game}'")

        hands = []
        _hands = d.pop("hands")
        for hands_item_data in _hands:
            hands_item = BerzerkaRecord.from_dict(hands_item_data)

            hands.append(hands_item)

        players = cast(list[str], d.pop("players"))

        _adjustments = d.pop("adjustments", UNSET)
        adjustments: list[AdjustmentEntry] | Unset = UNSET
        if _adjustments is not UNSET:
            adjustments = []
            for adjustments_item_data in _adjustments:
                adjustments_item = AdjustmentEntry.from_dict(adjustments_item_data)

                adjustments.append(adjustments_item)

        _current = d.pop("current", UNSET)
        current: BerzerkaUnfinished | Unset
        if isinstance(_current, Unset):
            current = UNSET
        else:
            current = BerzerkaUnfinished.from_dict(_current)

        edition = d.pop("edition", UNSET)

        finished = d.pop("finished", UNSET)

        first_dealer = d.pop("first_dealer", UNSET)

        _history = d.pop("history", UNSET)
        history: list[BerzerkaHistory] | Unset = UNSET
        if _history is not UNSET:
            history = []
            for history_item_data in _history:
                history_item = BerzerkaHistory.from_dict(history_item_data)

                history.append(history_item)

        id = d.pop("id", UNSET)

        location = d.pop("location", UNSET)

        notes = d.pop("notes", UNSET)

        _options = d.pop("options", UNSET)
        options: BerzerkaOptions | Unset
        if isinstance(_options, Unset):
            options = UNSET
        else:
            options = BerzerkaOptions.from_dict(_options)

        _played_on = d.pop("played_on", UNSET)
        played_on: datetime.date | Unset
        if isinstance(_played_on, Unset):
            played_on = UNSET
        else:
            played_on = datetime.date.fromisoformat(_played_on)

        title = d.pop("title", UNSET)

        berzerka_match = cls(
            game=game,
            hands=hands,
            players=players,
            adjustments=adjustments,
            current=current,
            edition=edition,
            finished=finished,
            first_dealer=first_dealer,
            history=history,
            id=id,
            location=location,
            notes=notes,
            options=options,
            played_on=played_on,
            title=title,
        )

        return berzerka_match
