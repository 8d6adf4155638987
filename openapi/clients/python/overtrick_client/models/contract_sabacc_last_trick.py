from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.contract_sabacc_card import ContractSabaccCard

T = TypeVar("T", bound="ContractSabaccLastTrick")


@_attrs_define
class ContractSabaccLastTrick:
    """
    Attributes:
        card (ContractSabaccCard):
        winner (str): a player's name
    """

    card: ContractSabaccCard
    winner: str

    def to_dict(self) -> dict[str, Any]:
        card = self.card.value

        winner = self.winner

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "card": card,
                "winner": winner,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        card = ContractSabaccCard(d.pop("card"))

        winner = d.pop("winner")

        contract_sabacc_last_trick = cls(
            card=card,
            winner=winner,
        )

        return contract_sabacc_last_trick
