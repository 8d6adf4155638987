from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ContractSabaccPileCounts")


@_attrs_define
class ContractSabaccPileCounts:
    """
    Attributes:
        commanders (int):
        honours (int):
        legates (int):
        mistresses (int):
        other (int):
    """

    commanders: int
    honours: int
    legates: int
    mistresses: int
    other: int

    def to_dict(self) -> dict[str, Any]:
        commanders = self.commanders

        honours = self.honours

        legates = self.legates

        mistresses = self.mistresses

        other = self.other

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "commanders": commanders,
                "honours": honours,
                "legates": legates,
                "mistresses": mistresses,
                "other": other,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        commanders = d.pop("commanders")

        honours = d.pop("honours")

        legates = d.pop("legates")

        mistresses = d.pop("mistresses")

        other = d.pop("other")

        contract_sabacc_pile_counts = cls(
            commanders=commanders,
            honours=honours,
            legates=legates,
            mistresses=mistresses,
            other=other,
        )

        return contract_sabacc_pile_counts
