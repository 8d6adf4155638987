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

from ..models.brink_bid_unfinished_hand_irregularities import (
    BrinkBidUnfinishedHandIrregularities,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.brink_bid_dice import BrinkBidDice
    from ..models.play_unfinished import PlayUnfinished
    from ..models.tricks import Tricks


T = TypeVar("T", bound="BrinkBidUnfinishedHand")


@_attrs_define
class BrinkBidUnfinishedHand:
    """
    Attributes:
        game (Literal['brink-bid']):
        bids (Tricks | Unset): by player's name
        dealer (str | Unset): a player's name
        dice (BrinkBidDice | Unset):
        irregularities (BrinkBidUnfinishedHandIrregularities | Unset):
        note (str | Unset):
        play (PlayUnfinished | Unset):
        tricks (Tricks | Unset): by player's name
    """

    game: Literal["brink-bid"]
    bids: Tricks | Unset = UNSET
    dealer: str | Unset = UNSET
    dice: BrinkBidDice | Unset = UNSET
    irregularities: BrinkBidUnfinishedHandIrregularities | Unset = UNSET
    note: str | Unset = UNSET
    play: PlayUnfinished | Unset = UNSET
    tricks: Tricks | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        bids: dict[str, Any] | Unset = UNSET
        if not isinstance(self.bids, Unset):
            bids = self.bids.to_dict()

        dealer = self.dealer

        dice: dict[str, Any] | Unset = UNSET
        if not isinstance(self.dice, Unset):
            dice = self.dice.to_dict()

        irregularities: str | Unset = UNSET
        if not isinstance(self.irregularities, Unset):
            irregularities = self.irregularities.value

        note = self.note

        play: dict[str, Any] | Unset = UNSET
        if not isinstance(self.play, Unset):
            play = self.play.to_dict()

        tricks: dict[str, Any] | Unset = UNSET
        if not isinstance(self.tricks, Unset):
            tricks = self.tricks.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "game": game,
            }
        )
        if bids is not UNSET:
            field_dict["bids"] = bids
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if dice is not UNSET:
            field_dict["dice"] = dice
        if irregularities is not UNSET:
            field_dict["irregularities"] = irregularities
        if note is not UNSET:
            field_dict["note"] = note
        if play is not UNSET:
            field_dict["play"] = play
        if tricks is not UNSET:
            field_dict["tricks"] = tricks

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.brink_bid_dice import BrinkBidDice
        from ..models.play_unfinished import PlayUnfinished
        from ..models.tricks import Tricks

        d = dict(src_dict)
        game = cast(Literal["brink-bid"], d.pop("game"))
        if game != "brink-bid":
            raise ValueError(f"game must match const 'brink-bid', got '{game}'")

        _bids = d.pop("bids", UNSET)
        bids: Tricks | Unset
        if isinstance(_bids, Unset):
            bids = UNSET
        else:
            bids = Tricks.from_dict(_bids)

        dealer = d.pop("dealer", UNSET)

        _dice = d.pop("dice", UNSET)
        dice: BrinkBidDice | Unset
        if isinstance(_dice, Unset):
            dice = UNSET
        else:
            dice = BrinkBidDice.from_dict(_dice)

        _irregularities = d.pop("irregularities", UNSET)
        irregularities: BrinkBidUnfinishedHandIrregularities | Unset
        if isinstance(_irregularities, Unset):
            irregularities = UNSET
        else:
            irregularities = BrinkBidUnfinishedHandIrregularities(_irregularities)

        note = d.pop("note", UNSET)

        _play = d.pop("play", UNSET)
        play: PlayUnfinished | Unset
        if isinstance(_play, Unset):
            play = UNSET
        else:
            play = PlayUnfinished.from_dict(_play)

        _tricks = d.pop("tricks", UNSET)
        tricks: Tricks | Unset
        if isinstance(_tricks, Unset):
            tricks = UNSET
        else:
            tricks = Tricks.from_dict(_tricks)

        brink_bid_unfinished_hand = cls(
            game=game,
            bids=bids,
            dealer=dealer,
            dice=dice,
            irregularities=irregularities,
            note=note,
            play=play,
            tricks=tricks,
        )

        return brink_bid_unfinished_hand
