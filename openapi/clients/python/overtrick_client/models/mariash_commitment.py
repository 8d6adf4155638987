from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.mariash_contract import MariashContract
from ..types import UNSET, Unset

T = TypeVar("T", bound="MariashCommitment")


@_attrs_define
class MariashCommitment:
    """
    Attributes:
        by (str): a player's name
        contract (MariashContract):
        doubles (int | Unset):
    """

    by: str
    contract: MariashContract
    doubles: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        by = self.by

        contract = self.contract.value

        doubles = self.doubles

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "by": by,
                "contract": contract,
            }
        )
        if doubles is not UNSET:
            field_dict["doubles"] = doubles

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        by = d.pop("by")

        contract = MariashContract(d.pop("contract"))

        doubles = d.pop("doubles", UNSET)

        mariash_commitment = cls(
            by=by,
            contract=contract,
            doubles=doubles,
        )

        return mariash_commitment
