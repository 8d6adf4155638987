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

T = TypeVar("T", bound="EditRemove")


@_attrs_define
class EditRemove:
    """
    Attributes:
        edit (Literal['remove']):
        hand (int):
    """

    edit: Literal["remove"]
    hand: int

    def to_dict(self) -> dict[str, Any]:
        edit = self.edit

        hand = self.hand

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "edit": edit,
                "hand": hand,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        edit = cast(Literal["remove"], d.pop("edit"))
        if edit != "remove":
            raise ValueError(f"edit must match const 'remove', got '{edit}'")

        hand = d.pop("hand")

        edit_remove = cls(
            edit=edit,
            hand=hand,
        )

        return edit_remove
