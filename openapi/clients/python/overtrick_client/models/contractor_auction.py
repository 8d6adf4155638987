from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.contractor_call_word import ContractorCallWord

if TYPE_CHECKING:
    from ..models.contractor_call import ContractorCall


T = TypeVar("T", bound="ContractorAuction")


@_attrs_define
class ContractorAuction:
    """
    Attributes:
        call (ContractorCall | ContractorCallWord):
        player (str): a player's name
    """

    call: ContractorCall | ContractorCallWord
    player: str

    def to_dict(self) -> dict[str, Any]:
        call: dict[str, Any] | str
        if isinstance(self.call, ContractorCallWord):
            call = self.call.value
        else:
            call = self.call.to_dict()

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
        from ..models.contractor_call import ContractorCall

        d = dict(src_dict)

        def _parse_call(data: object) -> ContractorCall | ContractorCallWord:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                call_type_0 = ContractorCallWord(data)

                return call_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            call_type_1 = ContractorCall.from_dict(data)

            return call_type_1

        call = _parse_call(d.pop("call"))

        player = d.pop("player")

        contractor_auction = cls(
            call=call,
            player=player,
        )

        return contractor_auction
