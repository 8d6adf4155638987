from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.contract_sabacc_card import ContractSabaccCard
from ..types import UNSET, Unset

T = TypeVar("T", bound="ContractSabaccLastTrickUnfinished")


@_attrs_define
class ContractSabaccLastTrickUnfinished:
    """
    Attributes:
        card (ContractSabaccCard | Unset):
        winner (str | Unset): a player's name
    """

    card: ContractSabaccCard | Unset = UNSET
    winner: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        card: str | Unset = UNSET
        if not isinstance(self.card, Unset):
            card = self.card.value

        winner = self.winner

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if card is not UNSET:
            field_dict["card"] = card
        if winner is not UNSET:
            field_dict["winner"] = winner

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        _card = d.pop("card", UNSET)
        card: ContractSabaccCard | Unset
        if isinstance(_card, Unset):
            card = UNSET
        else:
            card = ContractSabaccCard(_card)

        winner = d.pop("winner", UNSET)

        contract_sabacc_last_trick_unfinished = cls(
            card=card,
            winner=winner,
        )

        return contract_sabacc_last_trick_unfinished
