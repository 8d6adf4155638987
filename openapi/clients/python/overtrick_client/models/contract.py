from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.contractor_strain import ContractorStrain
from ..types import UNSET, Unset

T = TypeVar("T", bound="Contract")


@_attrs_define
class Contract:
    """
    Attributes:
        strain (ContractorStrain):
        absolutely_sure (bool | Unset):
        exposed (bool | Unset):
        extra_tricks (int | Unset):
        foregone (int | Unset):
        nil_without_joker (bool | Unset):
        sour_trumps (bool | Unset):
        thievery (bool | Unset):
    """

    strain: ContractorStrain
    absolutely_sure: bool | Unset = UNSET
    exposed: bool | Unset = UNSET
    extra_tricks: int | Unset = UNSET
    foregone: int | Unset = UNSET
    nil_without_joker: bool | Unset = UNSET
    sour_trumps: bool | Unset = UNSET
    thievery: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        strain = self.strain.value

        absolutely_sure = self.absolutely_sure

        exposed = self.exposed

        extra_tricks = self.extra_tricks

        foregone = self.foregone

        nil_without_joker = self.nil_without_joker

        sour_trumps = self.sour_trumps

        thievery = self.thievery

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "strain": strain,
            }
        )
        if absolutely_sure is not UNSET:
            field_dict["absolutely_sure"] = absolutely_sure
        if exposed is not UNSET:
            field_dict["exposed"] = exposed
        if extra_tricks is not UNSET:
            field_dict["extra_tricks"] = extra_tricks
        if foregone is not UNSET:
            field_dict["foregone"] = foregone
        if nil_without_joker is not UNSET:
            field_dict["nil_without_joker"] = nil_without_joker
        if sour_trumps is not UNSET:
            field_dict["sour_trumps"] = sour_trumps
        if thievery is not UNSET:
            field_dict["thievery"] = thievery

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        strain = ContractorStrain(d.pop("strain"))

        absolutely_sure = d.pop("absolutely_sure", UNSET)

        exposed = d.pop("exposed", UNSET)

        extra_tricks = d.pop("extra_tricks", UNSET)

        foregone = d.pop("foregone", UNSET)

        nil_without_joker = d.pop("nil_without_joker", UNSET)

        sour_trumps = d.pop("sour_trumps", UNSET)

        thievery = d.pop("thievery", UNSET)

        contract = cls(
            strain=strain,
            absolutely_sure=absolutely_sure,
            exposed=exposed,
            extra_tricks=extra_tricks,
            foregone=foregone,
            nil_without_joker=nil_without_joker,
            sour_trumps=sour_trumps,
            thievery=thievery,
        )

        return contract
