from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Parts")


@_attrs_define
class Parts:
    """
    Attributes:
        strain (int):
        absolutely_sure (int | Unset):
        dealers_bonus (int | Unset):
        exposed (int | Unset):
        extra_tricks (int | Unset):
        foregone (int | Unset):
        nil_without_joker (int | Unset):
        sour_trumps (int | Unset):
        thievery (int | Unset):
    """

    strain: int
    absolutely_sure: int | Unset = UNSET
    dealers_bonus: int | Unset = UNSET
    exposed: int | Unset = UNSET
    extra_tricks: int | Unset = UNSET
    foregone: int | Unset = UNSET
    nil_without_joker: int | Unset = UNSET
    sour_trumps: int | Unset = UNSET
    thievery: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        strain = self.strain

        absolutely_sure = self.absolutely_sure

        dealers_bonus = self.dealers_bonus

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
        if dealers_bonus is not UNSET:
            field_dict["dealers_bonus"] = dealers_bonus
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
        strain = d.pop("strain")

        absolutely_sure = d.pop("absolutely_sure", UNSET)

        dealers_bonus = d.pop("dealers_bonus", UNSET)

        exposed = d.pop("exposed", UNSET)

        extra_tricks = d.pop("extra_tricks", UNSET)

        foregone = d.pop("foregone", UNSET)

        nil_without_joker = d.pop("nil_without_joker", UNSET)

        sour_trumps = d.pop("sour_trumps", UNSET)

        thievery = d.pop("thievery", UNSET)

        parts = cls(
            strain=strain,
            absolutely_sure=absolutely_sure,
            dealers_bonus=dealers_bonus,
            exposed=exposed,
            extra_tricks=extra_tricks,
            foregone=foregone,
            nil_without_joker=nil_without_joker,
            sour_trumps=sour_trumps,
            thievery=thievery,
        )

        return parts
