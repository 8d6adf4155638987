from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ContractorOptionsStrainValues")


@_attrs_define
class ContractorOptionsStrainValues:
    """In force without it: `{"clubs":6,"crazytrump":7,"diamonds":5,"hearts":5,"nil":8,"no-trump":7,"spades":6}`

    Attributes:
        clubs (int | Unset):
        crazytrump (int | Unset):
        diamonds (int | Unset):
        hearts (int | Unset):
        nil (int | Unset):
        no_trump (int | Unset):
        spades (int | Unset):
    """

    clubs: int | Unset = UNSET
    crazytrump: int | Unset = UNSET
    diamonds: int | Unset = UNSET
    hearts: int | Unset = UNSET
    nil: int | Unset = UNSET
    no_trump: int | Unset = UNSET
    spades: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        clubs = self.clubs

        crazytrump = self.crazytrump

        diamonds = self.diamonds

        hearts = self.hearts

        nil = self.nil

        no_trump = self.no_trump

        spades = self.spades

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if clubs is not UNSET:
            field_dict["clubs"] = clubs
        if crazytrump is not UNSET:
            field_dict["crazytrump"] = crazytrump
        if diamonds is not UNSET:
            field_dict["diamonds"] = diamonds
        if hearts is not UNSET:
            field_dict["hearts"] = hearts
        if nil is not UNSET:
            field_dict["nil"] = nil
        if no_trump is not UNSET:
            field_dict["no-trump"] = no_trump
        if spades is not UNSET:
            field_dict["spades"] = spades

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        clubs = d.pop("clubs", UNSET)

        crazytrump = d.pop("crazytrump", UNSET)

        diamonds = d.pop("diamonds", UNSET)

        hearts = d.pop("hearts", UNSET)

        nil = d.pop("nil", UNSET)

        no_trump = d.pop("no-trump", UNSET)

        spades = d.pop("spades", UNSET)

        contractor_options_strain_values = cls(
            clubs=clubs,
            crazytrump=crazytrump,
            diamonds=diamonds,
            hearts=hearts,
            nil=nil,
            no_trump=no_trump,
            spades=spades,
        )

        return contractor_options_strain_values
