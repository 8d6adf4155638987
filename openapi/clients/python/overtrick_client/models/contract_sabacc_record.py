from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.contract_sabacc_contract import ContractSabaccContract
from ..models.contract_sabacc_record_irregularities import (
    ContractSabaccRecordIrregularities,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.contract_sabacc_auction import ContractSabaccAuction
    from ..models.contract_sabacc_last_trick import ContractSabaccLastTrick
    from ..models.contract_sabacc_pile_counts import ContractSabaccPileCounts
    from ..models.contract_sabacc_play import ContractSabaccPlay
    from ..models.contract_sabacc_stakes import ContractSabaccStakes
    from ..models.contract_sabacc_tricks import ContractSabaccTricks


T = TypeVar("T", bound="ContractSabaccRecord")


@_attrs_define
class ContractSabaccRecord:
    """
    Attributes:
        auction (list[ContractSabaccAuction] | Unset):
        card_points (float | Unset):
        contract (ContractSabaccContract | Unset):
        dealer (str | Unset): a player's name
        declarer (str | Unset): a player's name
        irregularities (ContractSabaccRecordIrregularities | Unset):
        last_trick (ContractSabaccLastTrick | Unset):
        note (str | Unset):
        pile (list[str] | Unset):
        pile_counts (ContractSabaccPileCounts | Unset):
        play (ContractSabaccPlay | Unset):
        stakes (ContractSabaccStakes | Unset): by player's name
        tricks (ContractSabaccTricks | Unset): by player's name
        void (bool | Unset):
    """

    auction: list[ContractSabaccAuction] | Unset = UNSET
    card_points: float | Unset = UNSET
    contract: ContractSabaccContract | Unset = UNSET
    dealer: str | Unset = UNSET
    declarer: str | Unset = UNSET
    irregularities: ContractSabaccRecordIrregularities | Unset = UNSET
    last_trick: ContractSabaccLastTrick | Unset = UNSET
    note: str | Unset = UNSET
    pile: list[str] | Unset = UNSET
    pile_counts: ContractSabaccPileCounts | Unset = UNSET
    play: ContractSabaccPlay | Unset = UNSET
    stakes: ContractSabaccStakes | Unset = UNSET
    tricks: ContractSabaccTricks | Unset = UNSET
    void: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        auction: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.auction, Unset):
            auction = []
            for auction_item_data in self.auction:
                auction_item = auction_item_data.to_dict()
                auction.append(auction_item)

        card_points = self.card_points

        contract: str | Unset = UNSET
        if not isinstance(self.contract, Unset):
            contract = self.contract.value

        dealer = self.dealer

        declarer = self.declarer

        irregularities: str | Unset = UNSET
        if not isinstance(self.irregularities, Unset):
            irregularities = self.irregularities.value

        last_trick: dict[str, Any] | Unset = UNSET
        if not isinstance(self.last_trick, Unset):
            last_trick = self.last_trick.to_dict()

        note = self.note

        pile: list[str] | Unset = UNSET
        if not isinstance(self.pile, Unset):
            pile = self.pile

        pile_counts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.pile_counts, Unset):
            pile_counts = self.pile_counts.to_dict()

        play: dict[str, Any] | Unset = UNSET
        if not isinstance(self.play, Unset):
            play = self.play.to_dict()

        stakes: dict[str, Any] | Unset = UNSET
        if not isinstance(self.stakes, Unset):
            stakes = self.stakes.to_dict()

        tricks: dict[str, Any] | Unset = UNSET
        if not isinstance(self.tricks, Unset):
            tricks = self.tricks.to_dict()

        void = self.void

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if auction is not UNSET:
            field_dict["auction"] = auction
        if card_points is not UNSET:
            field_dict["card_points"] = card_points
        if contract is not UNSET:
            field_dict["contract"] = contract
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if declarer is not UNSET:
            field_dict["declarer"] = declarer
        if irregularities is not UNSET:
            field_dict["irregularities"] = irregularities
        if last_trick is not UNSET:
            field_dict["last_trick"] = last_trick
        if note is not UNSET:
            field_dict["note"] = note
        if pile is not UNSET:
            field_dict["pile"] = pile
        if pile_counts is not UNSET:
            field_dict["pile_counts"] = pile_counts
        if play is not UNSET:
            field_dict["play"] = play
        if stakes is not UNSET:
            field_dict["stakes"] = stakes
        if tricks is not UNSET:
            field_dict["tricks"] = tricks
        if void is not UNSET:
            field_dict["void"] = void

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.contract_sabacc_auction import ContractSabaccAuction
        from ..models.contract_sabacc_last_trick import ContractSabaccLastTrick
        from ..models.contract_sabacc_pile_counts import ContractSabaccPileCounts
        from ..models.contract_sabacc_play import ContractSabaccPlay
        from ..models.contract_sabacc_stakes import ContractSabaccStakes
        from ..models.contract_sabacc_tricks import ContractSabaccTricks

        d = dict(src_dict)
        _auction = d.pop("auction", UNSET)
        auction: list[ContractSabaccAuction] | Unset = UNSET
        if _auction is not UNSET:
            auction = []
            for auction_item_data in _auction:
                auction_item = ContractSabaccAuction.from_dict(auction_item_data)

                auction.append(auction_item)

        card_points = d.pop("card_points", UNSET)

        _contract = d.pop("contract", UNSET)
        contract: ContractSabaccContract | Unset
        if isinstance(_contract, Unset):
            contract = UNSET
        else:
            contract = ContractSabaccContract(_contract)

        dealer = d.pop("dealer", UNSET)

        declarer = d.pop("declarer", UNSET)

        _irregularities = d.pop("irregularities", UNSET)
        irregularities: ContractSabaccRecordIrregularities | Unset
        if isinstance(_irregularities, Unset):
            irregularities = UNSET
        else:
            irregularities = ContractSabaccRecordIrregularities(_irregularities)

        _last_trick = d.pop("last_trick", UNSET)
        last_trick: ContractSabaccLastTrick | Unset
        if isinstance(_last_trick, Unset):
            last_trick = UNSET
        else:
            last_trick = ContractSabaccLastTrick.from_dict(_last_trick)

        note = d.pop("note", UNSET)

        pile = cast(list[str], d.pop("pile", UNSET))

        _pile_counts = d.pop("pile_counts", UNSET)
        pile_counts: ContractSabaccPileCounts | Unset
        if isinstance(_pile_counts, Unset):
            pile_counts = UNSET
        else:
            pile_counts = ContractSabaccPileCounts.from_dict(_pile_counts)

        _play = d.pop("play", UNSET)
        play: ContractSabaccPlay | Unset
        if isinstance(_play, Unset):
            play = UNSET
        else:
            play = ContractSabaccPlay.from_dict(_play)

        _stakes = d.pop("stakes", UNSET)
        stakes: ContractSabaccStakes | Unset
        if isinstance(_stakes, Unset):
            stakes = UNSET
        else:
            stakes = ContractSabaccStakes.from_dict(_stakes)

        _tricks = d.pop("tricks", UNSET)
        tricks: ContractSabaccTricks | Unset
        if isinstance(_tricks, Unset):
            tricks = UNSET
        else:
            tricks = ContractSabaccTricks.from_dict(_tricks)

        void = d.pop("void", UNSET)

        contract_sabacc_record = cls(
            auction=auction,
            card_points=card_points,
            contract=contract,
            dealer=dealer,
            declarer=declarer,
            irregularities=irregularities,
            last_trick=last_trick,
            note=note,
            pile=pile,
            pile_counts=pile_counts,
            play=play,
            stakes=stakes,
            tricks=tricks,
            void=void,
        )

        return contract_sabacc_record
