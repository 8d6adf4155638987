from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="BerzerkaCall")


@_attrs_define
class BerzerkaCall:
    """
    Attributes:
        contract (str):
        overbid (int | Unset):
    """

    contract: str
    overbid: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        contract = self.contract

        overbid = self.overbid

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "contract": contract,
            }
        )
        if overbid is not UNSET:
            field_dict["overbid"] = overbid

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        contract = d.pop("contract")

        overbid = d.pop("overbid", UNSET)

        berzerka_call = cls(
            contract=contract,
            overbid=overbid,
        )

        return berzerka_call
