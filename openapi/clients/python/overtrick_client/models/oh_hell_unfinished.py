from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.oh_hell_unfinished_irregularities import OhHellUnfinishedIrregularities
from ..models.trump import Trump
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.oh_hell_auction import OhHellAuction
    from ..models.oh_hell_tricks import OhHellTricks
    from ..models.play_unfinished import PlayUnfinished


T = TypeVar("T", bound="OhHellUnfinished")


@_attrs_define
class OhHellUnfinished:
    """
    Attributes:
        auction (list[OhHellAuction] | Unset):
        bids (OhHellTricks | Unset): by player's name
        dealer (str | Unset): a player's name
        irregularities (OhHellUnfinishedIrregularities | Unset):
        note (str | Unset):
        play (PlayUnfinished | Unset):
        tricks (OhHellTricks | Unset): by player's name
        trump (Trump | Unset):
    """

    auction: list[OhHellAuction] | Unset = UNSET
    bids: OhHellTricks | Unset = UNSET
    dealer: str | Unset = UNSET
    irregularities: OhHellUnfinishedIrregularities | Unset = UNSET
    note: str | Unset = UNSET
    play: PlayUnfinished | Unset = UNSET
    tricks: OhHellTricks | Unset = UNSET
    trump: Trump | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        auction: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.auction, Unset):
            auction = []
            for auction_item_data in self.auction:
                auction_item = auction_item_data.to_dict()
                auction.append(auction_item)

        bids: dict[str, Any] | Unset = UNSET
        if not isinstance(self.bids, Unset):
            bids = self.bids.to_dict()

        dealer = self.dealer

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

        trump: str | Unset = UNSET
        if not isinstance(self.trump, Unset):
            trump = self.trump.value

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if auction is not UNSET:
            field_dict["auction"] = auction
        if bids is not UNSET:
            field_dict["bids"] = bids
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if irregularities is not UNSET:
            field_dict["irregularities"] = irregularities
        if note is not UNSET:
            field_dict["note"] = note
        if play is not UNSET:
            field_dict["play"] = play
        if tricks is not UNSET:
            field_dict["tricks"] = tricks
        if trump is not UNSET:
            field_dict["trump"] = trump

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.oh_hell_auction import OhHellAuction
        from ..models.oh_hell_tricks import OhHellTricks
        from ..models.play_unfinished import PlayUnfinished

        d = dict(src_dict)
        _auction = d.pop("auction", UNSET)
        auction: list[OhHellAuction] | Unset = UNSET
        if _auction is not UNSET:
            auction = []
            for auction_item_data in _auction:
                auction_item = OhHellAuction.from_dict(auction_item_data)

                auction.append(auction_item)

        _bids = d.pop("bids", UNSET)
        bids: OhHellTricks | Unset
        if isinstance(_bids, Unset):
            bids = UNSET
        else:
            bids = OhHellTricks.from_dict(_bids)

        dealer = d.pop("dealer", UNSET)

        _irregularities = d.pop("irregularities", UNSET)
        irregularities: OhHellUnfinishedIrregularities | Unset
        if isinstance(_irregularities, Unset):
            irregularities = UNSET
        else:
            irregularities = OhHellUnfinishedIrregularities(_irregularities)

        note = d.pop("note", UNSET)

        _play = d.pop("play", UNSET)
        play: PlayUnfinished | Unset
        if isinstance(_play, Unset):
            play = UNSET
        else:
            play = PlayUnfinished.from_dict(_play)

        _tricks = d.pop("tricks", UNSET)
        tricks: OhHellTricks | Unset
        if isinstance(_tricks, Unset):
            tricks = UNSET
        else:
            tricks = OhHellTricks.from_dict(_tricks)

        _trump = d.pop("trump", UNSET)
        trump: Trump | Unset
        if isinstance(_trump, Unset):
            trump = UNSET
        else:
            trump = Trump(_trump)

        oh_hell_unfinished = cls(
            auction=auction,
            bids=bids,
            dealer=dealer,
            irregularities=irregularities,
            note=note,
            play=play,
            tricks=tricks,
            trump=trump,
        )

        return oh_hell_unfinished
