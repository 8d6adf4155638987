from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ContractSabaccPileCountsUnfinished")


@_attrs_define
class ContractSabaccPileCountsUnfinished:
    """
    Attributes:
        commanders (int | Unset):
        honours (int | Unset):
        legates (int | Unset):
        mistresses (int | Unset):
        other (int | Unset):
    """

    commanders: int | Unset = UNSET
    honours: int | Unset = UNSET
    legates: int | Unset = UNSET
    mistresses: int | Unset = UNSET
    other: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        commanders = self.commanders

        honours = self.honours

        legates = self.legates

        mistresses = self.mistresses

        other = self.other

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if commanders is not UNSET:
            field_dict["commanders"] = commanders
        if honours is not UNSET:
            field_dict["honours"] = honours
        if legates is not UNSET:
            field_dict["legates"] = legates
        if mistresses is not UNSET:
            field_dict["mistresses"] = mistresses
        if other is not UNSET:
            field_dict["other"] = other

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        commanders = d.pop("commanders", UNSET)

        honours = d.pop("honours", UNSET)

        legates = d.pop("legates", UNSET)

        mistresses = d.pop("mistresses", UNSET)

        other = d.pop("other", UNSET)

        contract_sabacc_pile_counts_unfinished = cls(
            commanders=commanders,
            honours=honours,
            legates=legates,
            mistresses=mistresses,
            other=other,
        )

        return contract_sabacc_pile_counts_unfinished
