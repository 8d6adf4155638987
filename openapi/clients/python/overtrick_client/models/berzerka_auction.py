from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.berzerka_auction_call_type_0 import BerzerkaAuctionCallType0

if TYPE_CHECKING:
    from ..models.berzerka_call import BerzerkaCall


T = TypeVar("T", bound="BerzerkaAuction")


@_attrs_define
class BerzerkaAuction:
    """
    Attributes:
        call (BerzerkaAuctionCallType0 | BerzerkaCall):
        player (str): a player's name
    """

    call: BerzerkaAuctionCallType0 | BerzerkaCall
    player: str

    def to_dict(self) -> dict[str, Any]:
        call: dict[str, Any] | str
        if isinstance(self.call, BerzerkaAuctionCallType0):
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
        from ..models.berzerka_call import BerzerkaCall

        d = dict(src_dict)

        def _parse_call(data: object) -> BerzerkaAuctionCallType0 | BerzerkaCall:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                call_type_0 = BerzerkaAuctionCallType0(data)

                return call_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            call_type_1 = BerzerkaCall.from_dict(data)

            return call_type_1

        call = _parse_call(d.pop("call"))

        player = d.pop("player")

        berzerka_auction = cls(
            call=call,
            player=player,
        )

        return berzerka_auction
