from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.mariash_call_word import MariashCallWord
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.mariash_on import MariashOn


T = TypeVar("T", bound="MariashCall")


@_attrs_define
class MariashCall:
    """
    Attributes:
        call (MariashCallWord):
        player (str): a player's name
        on (MariashOn | Unset):
    """

    call: MariashCallWord
    player: str
    on: MariashOn | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        call = self.call.value

        player = self.player

        on: dict[str, Any] | Unset = UNSET
        if not isinstance(self.on, Unset):
            on = self.on.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "call": call,
                "player": player,
            }
        )
        if on is not UNSET:
            field_dict["on"] = on

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.mariash_on import MariashOn

        d = dict(src_dict)
        call = MariashCallWord(d.pop("call"))

        player = d.pop("player")

        _on = d.pop("on", UNSET)
        on: MariashOn | Unset
        if isinstance(_on, Unset):
            on = UNSET
        else:
            on = MariashOn.from_dict(_on)

        mariash_call = cls(
            call=call,
            player=player,
            on=on,
        )

        return mariash_call
