from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.contract_sabacc_call import ContractSabaccCall

T = TypeVar("T", bound="ContractSabaccAuction")


@_attrs_define
class ContractSabaccAuction:
    """
    Attributes:
        call (ContractSabaccCall):
        player (str): a player's name
    """

    call: ContractSabaccCall
    player: str

    def to_dict(self) -> dict[str, Any]:
        call = self.call.value

        player = self.player

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "call": call,
                "player": player,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        call = ContractSabaccCall(d.pop("call"))

        player = d.pop("player")

        contract_sabacc_auction = cls(
            call=call,
            player=player,
        )

        return contract_sabacc_auction
