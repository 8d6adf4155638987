from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.berzerka_ranking import BerzerkaRanking
from ..models.berzerka_record_irregularities import BerzerkaRecordIrregularities
from ..models.suit import Suit
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.berzerka_auction import BerzerkaAuction
    from ..models.play import Play


T = TypeVar("T", bound="BerzerkaRecord")


@_attrs_define
class BerzerkaRecord:
    """
    Attributes:
        discarded (int):
        auction (list[BerzerkaAuction] | Unset):
        contract (str | Unset):
        dealer (str | Unset): a player's name
        declarer (str | Unset): a player's name
        hotseat (bool | Unset):
        irregularities (BerzerkaRecordIrregularities | Unset):
        note (str | Unset):
        overbid (int | Unset):
        pain_cards (int | Unset):
        pain_suit (Suit | Unset):
        play (Play | Unset):
        ranking (BerzerkaRanking | Unset):
        tricks (int | Unset):
        trump (Suit | Unset):
    """

    discarded: int
    auction: list[BerzerkaAuction] | Unset = UNSET
    contract: str | Unset = UNSET
    dealer: str | Unset = UNSET
    declarer: str | Unset = UNSET
    hotseat: bool | Unset = UNSET
    irregularities: BerzerkaRecordIrregularities | Unset = UNSET
    note: str | Unset = UNSET
    overbid: int | Unset = UNSET
    pain_cards: int | Unset = UNSET
    pain_suit: Suit | Unset = UNSET
    play: Play | Unset = UNSET
    ranking: BerzerkaRanking | Unset = UNSET
    tricks: int | Unset = UNSET
    trump: Suit | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        discarded = self.discarded

        auction: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.auction, Unset):
            auction = []
            for auction_item_data in self.auction:
                auction_item = auction_item_data.to_dict()
                auction.append(auction_item)

        contract = self.contract

        dealer = self.dealer

        declarer = self.declarer

        hotseat = self.hotseat

        irregularities: str | Unset = UNSET
        if not isinstance(self.irregularities, Unset):
            irregularities = self.irregularities.value

        note = self.note

        overbid = self.overbid

        pain_cards = self.pain_cards

        pain_suit: str | Unset = UNSET
        if not isinstance(self.pain_suit, Unset):
            pain_suit = self.pain_suit.value

        play: dict[str, Any] | Unset = UNSET
        if not isinstance(self.play, Unset):
            play = self.play.to_dict()

        ranking: str | Unset = UNSET
        if not isinstance(self.ranking, Unset):
            ranking = self.ranking.value

        tricks = self.tricks

        trump: str | Unset = UNSET
        if not isinstance(self.trump, Unset):
            trump = self.trump.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "discarded": discarded,
            }
        )
        if auction is not UNSET:
            field_dict["auction"] = auction
        if contract is not UNSET:
            field_dict["contract"] = contract
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if declarer is not UNSET:
            field_dict["declarer"] = declarer
        if hotseat is not UNSET:
            field_dict["hotseat"] = hotseat
        if irregularities is not UNSET:
            field_dict["irregularities"] = irregularities
        if note is not UNSET:
            field_dict["note"] = note
        if overbid is not UNSET:
            field_dict["overbid"] = overbid
        if pain_cards is not UNSET:
            field_dict["pain_cards"] = pain_cards
        if pain_suit is not UNSET:
            field_dict["pain_suit"] = pain_suit
        if play is not UNSET:
            field_dict["play"] = play
        if ranking is not UNSET:
            field_dict["ranking"] = ranking
        if tricks is not UNSET:
            field_dict["tricks"] = tricks
        if trump is not UNSET:
            field_dict["trump"] = trump

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_auction import BerzerkaAuction
        from ..models.play import Play

        d = dict(src_dict)
        discarded = d.pop("discarded")

        _auction = d.pop("auction", UNSET)
        auction: list[BerzerkaAuction] | Unset = UNSET
        if _auction is not UNSET:
            auction = []
            for auction_item_data in _auction:
                auction_item = BerzerkaAuction.from_dict(auction_item_data)

                auction.append(auction_item)

        contract = d.pop("contract", UNSET)

        dealer = d.pop("dealer", UNSET)

        declarer = d.pop("declarer", UNSET)

        hotseat = d.pop("hotseat", UNSET)

        _irregularities = d.pop("irregularities", UNSET)
        irregularities: BerzerkaRecordIrregularities | Unset
        if isinstance(_irregularities, Unset):
            irregularities = UNSET
        else:
            irregularities = BerzerkaRecordIrregularities(_irregularities)

        note = d.pop("note", UNSET)

        overbid = d.pop("overbid", UNSET)

        pain_cards = d.pop("pain_cards", UNSET)

        _pain_suit = d.pop("pain_suit", UNSET)
        pain_suit: Suit | Unset
        if isinstance(_pain_suit, Unset):
            pain_suit = UNSET
        else:
            pain_suit = Suit(_pain_suit)

        _play = d.pop("play", UNSET)
        play: Play | Unset
        if isinstance(_play, Unset):
            play = UNSET
        else:
            play = Play.from_dict(_play)

        _ranking = d.pop("ranking", UNSET)
        ranking: BerzerkaRanking | Unset
        if isinstance(_ranking, Unset):
            ranking = UNSET
        else:
            ranking = BerzerkaRanking(_ranking)

        tricks = d.pop("tricks", UNSET)

        _trump = d.pop("trump", UNSET)
        trump: Suit | Unset
        if isinstance(_trump, Unset):
            trump = UNSET
        else:
            trump = Suit(_trump)

        berzerka_record = cls(
            discarded=discarded,
            auction=auction,
            contract=contract,
            dealer=dealer,
            declarer=declarer,
            hotseat=hotseat,
            irregularities=irregularities,
            note=note,
            overbid=overbid,
            pain_cards=pain_cards,
            pain_suit=pain_suit,
            play=play,
            ranking=ranking,
            tricks=tricks,
            trump=trump,
        )

        return berzerka_record
