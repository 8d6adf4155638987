from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.still_open_bids_left import StillOpenBidsLeft
    from ..models.still_open_contracts import StillOpenContracts
    from ..models.still_open_values import StillOpenValues


T = TypeVar("T", bound="StillOpen")


@_attrs_define
class StillOpen:
    """What is still open in a game before its next hand

    Attributes:
        bids_left (StillOpenBidsLeft | Unset): by player's name
        contracts (StillOpenContracts | Unset): by player's name
        pot (int | Unset):
        values (StillOpenValues | Unset): by id
    """

    bids_left: StillOpenBidsLeft | Unset = UNSET
    contracts: StillOpenContracts | Unset = UNSET
    pot: int | Unset = UNSET
    values: StillOpenValues | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        bids_left: dict[str, Any] | Unset = UNSET
        if not isinstance(self.bids_left, Unset):
            bids_left = self.bids_left.to_dict()

        contracts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.contracts, Unset):
            contracts = self.contracts.to_dict()

        pot = self.pot

        values: dict[str, Any] | Unset = UNSET
        if not isinstance(self.values, Unset):
            values = self.values.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if bids_left is not UNSET:
            field_dict["bids_left"] = bids_left
        if contracts is not UNSET:
            field_dict["contracts"] = contracts
        if pot is not UNSET:
            field_dict["pot"] = pot
        if values is not UNSET:
            field_dict["values"] = values

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.still_open_bids_left import StillOpenBidsLeft
        from ..models.still_open_contracts import StillOpenContracts
        from ..models.still_open_values import StillOpenValues

        d = dict(src_dict)
        _bids_left = d.pop("bids_left", UNSET)
        bids_left: StillOpenBidsLeft | Unset
        if isinstance(_bids_left, Unset):
            bids_left = UNSET
        else:
            bids_left = StillOpenBidsLeft.from_dict(_bids_left)

        _contracts = d.pop("contracts", UNSET)
        contracts: StillOpenContracts | Unset
        if isinstance(_contracts, Unset):
            contracts = UNSET
        else:
            contracts = StillOpenContracts.from_dict(_contracts)

        pot = d.pop("pot", UNSET)

        _values = d.pop("values", UNSET)
        values: StillOpenValues | Unset
        if isinstance(_values, Unset):
            values = UNSET
        else:
            values = StillOpenValues.from_dict(_values)

        still_open = cls(
            bids_left=bids_left,
            contracts=contracts,
            pot=pot,
            values=values,
        )

        return still_open
