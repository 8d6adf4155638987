from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.brink_bid_record_irregularities import BrinkBidRecordIrregularities
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.brink_bid_dice import BrinkBidDice
    from ..models.play import Play
    from ..models.tricks import Tricks


T = TypeVar("T", bound="BrinkBidRecord")


@_attrs_define
class BrinkBidRecord:
    """
    Attributes:
        bids (Tricks): by player's name
        tricks (Tricks): by player's name
        dealer (str | Unset): a player's name
        dice (BrinkBidDice | Unset):
        irregularities (BrinkBidRecordIrregularities | Unset):
        note (str | Unset):
        play (Play | Unset):
    """

    bids: Tricks
    tricks: Tricks
    dealer: str | Unset = UNSET
    dice: BrinkBidDice | Unset = UNSET
    irregularities: BrinkBidRecordIrregularities | Unset = UNSET
    note: str | Unset = UNSET
    play: Play | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        bids = self.bids.to_dict()

        tricks = self.tricks.to_dict()

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

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "bids": bids,
                "tricks": tricks,
            }
        )
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

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.brink_bid_dice import BrinkBidDice
        from ..models.play import Play
        from ..models.tricks import Tricks

        d = dict(src_dict)
        bids = Tricks.from_dict(d.pop("bids"))

        tricks = Tricks.from_dict(d.pop("tricks"))

        dealer = d.pop("dealer", UNSET)

        _dice = d.pop("dice", UNSET)
        dice: BrinkBidDice | Unset
        if isinstance(_dice, Unset):
            dice = UNSET
        else:
            dice = BrinkBidDice.from_dict(_dice)

        _irregularities = d.pop("irregularities", UNSET)
        irregularities: BrinkBidRecordIrregularities | Unset
        if isinstance(_irregularities, Unset):
            irregularities = UNSET
        else:
            irregularities = BrinkBidRecordIrregularities(_irregularities)

        note = d.pop("note", UNSET)

        _play = d.pop("play", UNSET)
        play: Play | Unset
        if isinstance(_play, Unset):
            play = UNSET
        else:
            play = Play.from_dict(_play)

        brink_bid_record = cls(
            bids=bids,
            tricks=tricks,
            dealer=dealer,
            dice=dice,
            irregularities=irregularities,
            note=note,
            play=play,
        )

        return brink_bid_record
