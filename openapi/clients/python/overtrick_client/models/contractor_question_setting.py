from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.contractor_call import ContractorCall


T = TypeVar("T", bound="ContractorQuestionSetting")


@_attrs_define
class ContractorQuestionSetting:
    """
    Attributes:
        contract (ContractorCall):
        contractor (str): a player's name
        kitty_card (str | Unset): a card
        trump_played_by_others (bool | Unset):
    """

    contract: ContractorCall
    contractor: str
    kitty_card: str | Unset = UNSET
    trump_played_by_others: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        contract = self.contract.to_dict()

        contractor = self.contractor

        kitty_card = self.kitty_card

        trump_played_by_others = self.trump_played_by_others

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "contract": contract,
                "contractor": contractor,
            }
        )
        if kitty_card is not UNSET:
            field_dict["kitty_card"] = kitty_card
        if trump_played_by_others is not UNSET:
            field_dict["trump_played_by_others"] = trump_played_by_others

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.contractor_call import ContractorCall

        d = dict(src_dict)
        contract = ContractorCall.from_dict(d.pop("contract"))

        contractor = d.pop("contractor")

        kitty_card = d.pop("kitty_card", UNSET)

        trump_played_by_others = d.pop("trump_played_by_others", UNSET)

        contractor_question_setting = cls(
            contract=contract,
            contractor=contractor,
            kitty_card=kitty_card,
            trump_played_by_others=trump_played_by_others,
        )

        return contractor_question_setting
