from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.mariash_contract import MariashContract

T = TypeVar("T", bound="MariashOn")


@_attrs_define
class MariashOn:
    """
    Attributes:
        by (str): a player's name
        contract (MariashContract):
    """

    by: str
    contract: MariashContract

    def to_dict(self) -> dict[str, Any]:
        by = self.by

        contract = self.contract.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "by": by,
                "contract": contract,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        by = d.pop("by")

        contract = MariashContract(d.pop("contract"))

        mariash_on = cls(
            by=by,
            contract=contract,
        )

        return mariash_on
