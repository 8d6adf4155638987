from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.contractor_unfinished_irregularities import (
    ContractorUnfinishedIrregularities,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.contractor_auction import ContractorAuction
    from ..models.contractor_contract import ContractorContract
    from ..models.contractor_play_unfinished import ContractorPlayUnfinished
    from ..models.contractor_tricks import ContractorTricks


T = TypeVar("T", bound="ContractorUnfinished")


@_attrs_define
class ContractorUnfinished:
    """
    Attributes:
        auction (list[ContractorAuction] | Unset):
        challengers (list[str] | Unset):
        contract (ContractorContract | Unset):
        contractor (str | Unset): a player's name
        dealer (str | Unset): a player's name
        irregularities (ContractorUnfinishedIrregularities | Unset):
        note (str | Unset):
        play (ContractorPlayUnfinished | Unset):
        tricks (ContractorTricks | Unset): by player's name
    """

    auction: list[ContractorAuction] | Unset = UNSET
    challengers: list[str] | Unset = UNSET
    contract: ContractorContract | Unset = UNSET
    contractor: str | Unset = UNSET
    dealer: str | Unset = UNSET
    irregularities: ContractorUnfinishedIrregularities | Unset = UNSET
    note: str | Unset = UNSET
    play: ContractorPlayUnfinished | Unset = UNSET
    tricks: ContractorTricks | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
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

        tricks: dict[str, Any] | Unset = UNSET
        if not isinstance(self.tricks, Unset):
            tricks = self.tricks.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
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
        if tricks is not UNSET:
            field_dict["tricks"] = tricks

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.contractor_auction import ContractorAuction
        from ..models.contractor_contract import ContractorContract
        from ..models.contractor_play_unfinished import ContractorPlayUnfinished
        from ..models.contractor_tricks import ContractorTricks

        d = dict(src_dict)
        _auction = d.pop("auction", UNSET)
        auction: list[ContractorAuction] | Unset = UNSET
        if _auction is not UNSET:
            auction = []
            for auction_item_data in _auction:
                auction_item = ContractorAuction.from_dict(auction_item_data)

                auction.append(auction_item)

        challengers = cast(list[str], d.pop("challengers", UNSET))

        _contract = d.pop("contract", UNSET)
        contract: ContractorContract | Unset
        if isinstance(_contract, Unset):
            contract = UNSET
        else:
            contract = ContractorContract.from_dict(_contract)

        contractor = d.pop("contractor", UNSET)

        dealer = d.pop("dealer", UNSET)

        _irregularities = d.pop("irregularities", UNSET)
        irregularities: ContractorUnfinishedIrregularities | Unset
        if isinstance(_irregularities, Unset):
            irregularities = UNSET
        else:
            irregularities = ContractorUnfinishedIrregularities(_irregularities)

        note = d.pop("note", UNSET)

        _play = d.pop("play", UNSET)
        play: ContractorPlayUnfinished | Unset
        if isinstance(_play, Unset):
            play = UNSET
        else:
            play = ContractorPlayUnfinished.from_dict(_play)

        _tricks = d.pop("tricks", UNSET)
        tricks: ContractorTricks | Unset
        if isinstance(_tricks, Unset):
            tricks = UNSET
        else:
            tricks = ContractorTricks.from_dict(_tricks)

        contractor_unfinished = cls(
            auction=auction,
            challengers=challengers,
            contract=contract,
            contractor=contractor,
            dealer=dealer,
            irregularities=irregularities,
            note=note,
            play=play,
            tricks=tricks,
        )

        return contractor_unfinished
