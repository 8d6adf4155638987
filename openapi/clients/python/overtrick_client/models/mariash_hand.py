from __future__ import annotations

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

from ..models.mariash_game_type import MariashGameType
from ..models.mariash_hand_irregularities import MariashHandIrregularities
from ..models.mariash_open_hand import MariashOpenHand
from ..models.suit import Suit
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.mariash_call import MariashCall
    from ..models.mariash_commitment import MariashCommitment
    from ..models.mariash_last_trick import MariashLastTrick
    from ..models.mariash_marriages import MariashMarriages
    from ..models.mariash_play import MariashPlay
    from ..models.mariash_points import MariashPoints


T = TypeVar("T", bound="MariashHand")


@_attrs_define
class MariashHand:
    """
    Attributes:
        declarer (str): a player's name
        game (Literal['mariash']):
        game_type (MariashGameType):
        calls (list[MariashCall] | Unset):
        commitments (list[MariashCommitment] | Unset):
        dealer (str | Unset): a player's name
        declarer_tricks (int | Unset):
        doubles (int | Unset):
        irregularities (MariashHandIrregularities | Unset):
        last_trick (MariashLastTrick | Unset):
        marriages (MariashMarriages | Unset):
        note (str | Unset):
        open_hand (MariashOpenHand | Unset):
        play (MariashPlay | Unset):
        points (MariashPoints | Unset):
        trump (Suit | Unset):
    """

    declarer: str
    game: Literal["mariash"]
    game_type: MariashGameType
    calls: list[MariashCall] | Unset = UNSET
    commitments: list[MariashCommitment] | Unset = UNSET
    dealer: str | Unset = UNSET
    declarer_tricks: int | Unset = UNSET
    doubles: int | Unset = UNSET
    irregularities: MariashHandIrregularities | Unset = UNSET
    last_trick: MariashLastTrick | Unset = UNSET
    marriages: MariashMarriages | Unset = UNSET
    note: str | Unset = UNSET
    open_hand: MariashOpenHand | Unset = UNSET
    play: MariashPlay | Unset = UNSET
    points: MariashPoints | Unset = UNSET
    trump: Suit | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        declarer = self.declarer

        game = self.game

        game_type = self.game_type.value

        calls: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.calls, Unset):
            calls = []
            for calls_item_data in self.calls:
                calls_item = calls_item_data.to_dict()
                calls.append(calls_item)

        commitments: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.commitments, Unset):
            commitments = []
            for commitments_item_data in self.commitments:
                commitments_item = commitments_item_data.to_dict()
                commitments.append(commitments_item)

        dealer = self.dealer

        declarer_tricks = self.declarer_tricks

        doubles = self.doubles

        irregularities: str | Unset = UNSET
        if not isinstance(self.irregularities, Unset):
            irregularities = self.irregularities.value

        last_trick: dict[str, Any] | Unset = UNSET
        if not isinstance(self.last_trick, Unset):
            last_trick = self.last_trick.to_dict()

        marriages: dict[str, Any] | Unset = UNSET
        if not isinstance(self.marriages, Unset):
            marriages = self.marriages.to_dict()

        note = self.note

        open_hand: str | Unset = UNSET
        if not isinstance(self.open_hand, Unset):
            open_hand = self.open_hand.value

        play: dict[str, Any] | Unset = UNSET
        if not isinstance(self.play, Unset):
            play = self.play.to_dict()

        points: dict[str, Any] | Unset = UNSET
        if not isinstance(self.points, Unset):
            points = self.points.to_dict()

        trump: str | Unset = UNSET
        if not isinstance(self.trump, Unset):
            trump = self.trump.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "declarer": declarer,
                "game": game,
                "game_type": game_type,
            }
        )
        if calls is not UNSET:
            field_dict["calls"] = calls
        if commitments is not UNSET:
            field_dict["commitments"] = commitments
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if declarer_tricks is not UNSET:
            field_dict["declarer_tricks"] = declarer_tricks
        if doubles is not UNSET:
            field_dict["doubles"] = doubles
        if irregularities is not UNSET:
            field_dict["irregularities"] = irregularities
        if last_trick is not UNSET:
            field_dict["last_trick"] = last_trick
        if marriages is not UNSET:
            field_dict["marriages"] = marriages
        if note is not UNSET:
            field_dict["note"] = note
        if open_hand is not UNSET:
            field_dict["open_hand"] = open_hand
        if play is not UNSET:
            field_dict["play"] = play
        if points is not UNSET:
            field_dict["points"] = points
        if trump is not UNSET:
            field_dict["trump"] = trump

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.mariash_call import MariashCall
        from ..models.mariash_commitment import MariashCommitment
        from ..models.mariash_last_trick import MariashLastTrick
        from ..models.mariash_marriages import MariashMarriages
        from ..models.mariash_play import MariashPlay
        from ..models.mariash_points import MariashPoints

        d = dict(src_dict)
        declarer = d.pop("declarer")

        game = cast(Literal["mariash"], d.pop("game"))
        if game != "mariash":
            raise ValueError(f"game must match const 'mariash', got '{game}'")

        game_type = MariashGameType(d.pop("game_type"))

        _calls = d.pop("calls", UNSET)
        calls: list[MariashCall] | Unset = UNSET
        if _calls is not UNSET:
            calls = []
            for calls_item_data in _calls:
                calls_item = MariashCall.from_dict(calls_item_data)

                calls.append(calls_item)

        _commitments = d.pop("commitments", UNSET)
        commitments: list[MariashCommitment] | Unset = UNSET
        if _commitments is not UNSET:
            commitments = []
            for commitments_item_data in _commitments:
                commitments_item = MariashCommitment.from_dict(commitments_item_data)

                commitments.append(commitments_item)

        dealer = d.pop("dealer", UNSET)

        declarer_tricks = d.pop("declarer_tricks", UNSET)

        doubles = d.pop("doubles", UNSET)

        _irregularities = d.pop("irregularities", UNSET)
        irregularities: MariashHandIrregularities | Unset
        if isinstance(_irregularities, Unset):
            irregularities = UNSET
        else:
            irregularities = MariashHandIrregularities(_irregularities)

        _last_trick = d.pop("last_trick", UNSET)
        last_trick: MariashLastTrick | Unset
        if isinstance(_last_trick, Unset):
            last_trick = UNSET
        else:
            last_trick = MariashLastTrick.from_dict(_last_trick)

        _marriages = d.pop("marriages", UNSET)
        marriages: MariashMarriages | Unset
        if isinstance(_marriages, Unset):
            marriages = UNSET
        else:
            marriages = MariashMarriages.from_dict(_marriages)

        note = d.pop("note", UNSET)

        _open_hand = d.pop("open_hand", UNSET)
        open_hand: MariashOpenHand | Unset
        if isinstance(_open_hand, Unset):
            open_hand = UNSET
        else:
            open_hand = MariashOpenHand(_open_hand)

        _play = d.pop("play", UNSET)
        play: MariashPlay | Unset
        if isinstance(_play, Unset):
            play = UNSET
        else:
            play = MariashPlay.from_dict(_play)

        _points = d.pop("points", UNSET)
        points: MariashPoints | Unset
        if isinstance(_points, Unset):
            points = UNSET
        else:
            points = MariashPoints.from_dict(_points)

        _trump = d.pop("trump", UNSET)
        trump: Suit | Unset
        if isinstance(_trump, Unset):
            trump = UNSET
        else:
            trump = Suit(_trump)

        mariash_hand = cls(
            declarer=declarer,
            game=game,
            game_type=game_type,
            calls=calls,
            commitments=commitments,
            dealer=dealer,
            declarer_tricks=declarer_tricks,
            doubles=doubles,
            irregularities=irregularities,
            last_trick=last_trick,
            marriages=marriages,
            note=note,
            open_hand=open_hand,
            play=play,
            points=points,
            trump=trump,
        )

        return mariash_hand
