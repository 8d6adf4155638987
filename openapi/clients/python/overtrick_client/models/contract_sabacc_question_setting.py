from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.contract_sabacc_contract import ContractSabaccContract
from ..types import UNSET, Unset

T = TypeVar("T", bound="ContractSabaccQuestionSetting")


@_attrs_define
class ContractSabaccQuestionSetting:
    """
    Attributes:
        contract (ContractSabaccContract):
        declarer (str): a player's name
        aside (list[str] | Unset):
        talon (list[str] | Unset):
    """

    contract: ContractSabaccContract
    declarer: str
    aside: list[str] | Unset = UNSET
    talon: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        contract = self.contract.value

        declarer = self.declarer

        aside: list[str] | Unset = UNSET
        if not isinstance(self.aside, Unset):
            aside = self.aside

        talon: list[str] | Unset = UNSET
        if not isinstance(self.talon, Unset):
            talon = self.talon

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "contract": contract,
                "declarer": declarer,
            }
        )
        if aside is not UNSET:
            field_dict["aside"] = aside
        if talon is not UNSET:
            field_dict["talon"] = talon

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        contract = ContractSabaccContract(d.pop("contract"))

        declarer = d.pop("declarer")

        aside = cast(list[str], d.pop("aside", UNSET))

        talon = cast(list[str], d.pop("talon", UNSET))

        contract_sabacc_question_setting = cls(
            contract=contract,
            declarer=declarer,
            aside=aside,
            talon=talon,
        )

        return contract_sabacc_question_setting
