from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="RollRequest")


@_attrs_define
class RollRequest:
    """
    Attributes:
        game (str | Unset):
    """

    game: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if game is not UNSET:
            field_dict["game"] = game

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        game = d.pop("game", UNSET)

        roll_request = cls(
            game=game,
        )

        return roll_request
