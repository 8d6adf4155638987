from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.contractor_record_irregularities import ContractorRecordIrregularities
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.contractor_auction import ContractorAuction
    from ..models.contractor_call import ContractorCall
    from ..models.contractor_play import ContractorPlay
    from ..models.contractor_tricks import ContractorTricks


T = TypeVar("T", bound="ContractorRecord")


@_attrs_define
class ContractorRecord:
    """
    Attributes:
        tricks (ContractorTricks): by player's name
        auction (list[ContractorAuction] | Unset):
        challengers (list[str] | Unset):
        contract (ContractorCall | Unset):
        contractor (str | Unset): a player's name
        dealer (str | Unset): a player's name
        irregularities (ContractorRecordIrregularities | Unset):
        note (str | Unset):
        play (ContractorPlay | Unset):
    """

    tricks: ContractorTricks
    auction: list[ContractorAuction] | Unset = UNSET
    challengers: list[str] | Unset = UNSET
    contract: ContractorCall | Unset = UNSET
    contractor: str | Unset = UNSET
    dealer: str | Unset = UNSET
    irregularities: ContractorRecordIrregularities | Unset = UNSET
    note: str | Unset = UNSET
    play: ContractorPlay | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        tricks = self.tricks.to_dict()

        auction: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.auction, Unset):
            auction = []
            for auction_item_data in self.auction:
                auction_item = auction_item_data.to_dict()
                auction.append(auction_item)

        challengers: list[str] | Unset = UNSET
        if not isinstance(self.challengers, Unset):
            challengers = self.challengers

        contract: dict[str, Any] | Unset = UNSET
        if not isinstance(self.contract, Unset):
            contract = self.contract.to_dict()

        contractor = self.contractor

        dealer = self.dealer

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
                "tricks": tricks,
            }
        )
        if auction is not UNSET:
            field_dict["auction"] = auction
        if challengers is not UNSET:
            field_dict["challengers"] = challengers
        if contract is not UNSET:
            field_dict["contract"] = contract
        if contractor is not UNSET:
            field_dict["contractor"] = contractor
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if irregularities is not UNSET:
            field_dict["irregularities"] = irregularities
        if note is not UNSET:
            field_dict["note"] = note
        if play is not UNSET:
            field_dict["play"] = play

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.contractor_auction import ContractorAuction
        from ..models.contractor_call import ContractorCall
        from ..models.contractor_play import ContractorPlay
        from ..models.contractor_tricks import ContractorTricks

        d = dict(src_dict)
        tricks = ContractorTricks.from_dict(d.pop("tricks"))

        _auction = d.pop("auction", UNSET)
        auction: list[ContractorAuction] | Unset = UNSET
        if _auction is not UNSET:
            auction = []
            for auction_item_data in _auction:
                auction_item = ContractorAuction.from_dict(auction_item_data)

                auction.append(auction_item)

        challengers = cast(list[str], d.pop("challengers", UNSET))

        _contract = d.pop("contract", UNSET)
        contract: ContractorCall | Unset
        if isinstance(_contract, Unset):
            contract = UNSET
        else:
            contract = ContractorCall.from_dict(_contract)

        contractor = d.pop("contractor", UNSET)

        dealer = d.pop("dealer", UNSET)

        _irregularities = d.pop("irregularities", UNSET)
        irregularities: ContractorRecordIrregularities | Unset
        if isinstance(_irregularities, Unset):
            irregularities = UNSET
        else:
            irregularities = ContractorRecordIrregularities(_irregularities)

        note = d.pop("note", UNSET)

        _play = d.pop("play", UNSET)
        play: ContractorPlay | Unset
        if isinstance(_play, Unset):
            play = UNSET
        else:
            play = ContractorPlay.from_dict(_play)

        contractor_record = cls(
            tricks=tricks,
            auction=auction,
            challengers=challengers,
            contract=contract,
            contractor=contractor,
            dealer=dealer,
            irregularities=irregularities,
            note=note,
            play=play,
        )

        return contractor_record
