from __future__ import annotations

from collections.abc import Mapping
from typing import (
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)

from attrs import define as _attrs_define

T = TypeVar("T", bound="EditMove")


@_attrs_define
class EditMove:
    """
    Attributes:
        edit (Literal['move']):
        hand (int):
        to (int):
    """

    edit: Literal["move"]
    hand: int
    to: int

    def to_dict(self) -> dict[str, Any]:
        edit = self.edit

        hand = self.hand

        to = self.to

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "edit": edit,
                "hand": hand,
                "to": to,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        edit = cast(Literal["move"], d.pop("edit"))
        if edit != "move":
            raise ValueError(f"edit must match const 'move', got '{edit}'")

        hand = d.pop("hand")

        to = d.pop("to")

        edit_move = cls(
            edit=edit,
            hand=hand,
            to=to,
        )

        return edit_move
