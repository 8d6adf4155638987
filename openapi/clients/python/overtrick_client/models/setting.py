from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.trump import Trump
from ..types import UNSET, Unset

T = TypeVar("T", bound="Setting")


@_attrs_define
class Setting:
    """
    Attributes:
        trump (Trump):
        trump_broken (bool | Unset):
    """

    trump: Trump
    trump_broken: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        trump = self.trump.value

        trump_broken = self.trump_broken

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "trump": trump,
            }
        )
        if trump_broken is not UNSET:
            field_dict["trump_broken"] = trump_broken

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        trump = Trump(d.pop("trump"))

        trump_broken = d.pop("trump_broken", UNSET)

        setting = cls(
            trump=trump,
            trump_broken=trump_broken,
        )

        return setting
