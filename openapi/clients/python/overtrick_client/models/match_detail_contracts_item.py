from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.match_detail_contracts_item_cells import MatchDetailContractsItemCells


T = TypeVar("T", bound="MatchDetailContractsItem")


@_attrs_define
class MatchDetailContractsItem:
    """
    Attributes:
        cells (MatchDetailContractsItemCells): by player's name
        contract (str):
        value (int):
        copies (str | Unset):
        name (str | Unset):
    """

    cells: MatchDetailContractsItemCells
    contract: str
    value: int
    copies: str | Unset = UNSET
    name: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        cells = self.cells.to_dict()

        contract = self.contract

        value = self.value

        copies = self.copies

        name = self.name

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "cells": cells,
                "contract": contract,
                "value": value,
            }
        )
        if copies is not UNSET:
            field_dict["copies"] = copies
        if name is not UNSET:
            field_dict["name"] = name

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.match_detail_contracts_item_cells import (
            MatchDetailContractsItemCells,
        )

        d = dict(src_dict)
        cells = MatchDetailContractsItemCells.from_dict(d.pop("cells"))

        contract = d.pop("contract")

        value = d.pop("value")

        copies = d.pop("copies", UNSET)

        name = d.pop("name", UNSET)

        match_detail_contracts_item = cls(
            cells=cells,
            contract=contract,
            value=value,
            copies=copies,
            name=name,
        )

        return match_detail_contracts_item
