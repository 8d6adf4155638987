from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.match_detail_contracts_item import MatchDetailContractsItem


T = TypeVar("T", bound="MatchDetail")


@_attrs_define
class MatchDetail:
    """A game's own results of a match; see the page of its rules

    Attributes:
        contracts (list[MatchDetailContractsItem] | Unset):
        pot (int | Unset):
    """

    contracts: list[MatchDetailContractsItem] | Unset = UNSET
    pot: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        contracts: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.contracts, Unset):
            contracts = []
            for contracts_item_data in self.contracts:
                contracts_item = contracts_item_data.to_dict()
                contracts.append(contracts_item)

        pot = self.pot

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if contracts is not UNSET:
            field_dict["contracts"] = contracts
        if pot is not UNSET:
            field_dict["pot"] = pot

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.match_detail_contracts_item import MatchDetailContractsItem

        d = dict(src_dict)
        _contracts = d.pop("contracts", UNSET)
        contracts: list[MatchDetailContractsItem] | Unset = UNSET
        if _contracts is not UNSET:
            contracts = []
            for contracts_item_data in _contracts:
                contracts_item = MatchDetailContractsItem.from_dict(contracts_item_data)

                contracts.append(contracts_item)

        pot = d.pop("pot", UNSET)

        match_detail = cls(
            contracts=contracts,
            pot=pot,
        )

        return match_detail
