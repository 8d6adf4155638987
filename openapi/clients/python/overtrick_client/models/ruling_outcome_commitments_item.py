from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.mariash_contract import MariashContract

T = TypeVar("T", bound="RulingOutcomeCommitmentsItem")


@_attrs_define
class RulingOutcomeCommitmentsItem:
    """
    Attributes:
        by (str): a player's name
        contract (MariashContract):
        doubles (int):
        multiplier (int):
    """

    by: str
    contract: MariashContract
    doubles: int
    multiplier: int

    def to_dict(self) -> dict[str, Any]:
        by = self.by

        contract = self.contract.value

        doubles = self.doubles

        multiplier = self.multiplier

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "by": by,
                "contract": contract,
                "doubles": doubles,
                "multiplier": multiplier,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        by = d.pop("by")

        contract = MariashContract(d.pop("contract"))

        doubles = d.pop("doubles")

        multiplier = d.pop("multiplier")

        ruling_outcome_commitments_item = cls(
            by=by,
            contract=contract,
            doubles=doubles,
            multiplier=multiplier,
        )

        return ruling_outcome_commitments_item
