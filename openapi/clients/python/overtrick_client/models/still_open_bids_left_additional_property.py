from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="StillOpenBidsLeftAdditionalProperty")


@_attrs_define
class StillOpenBidsLeftAdditionalProperty:
    """
    Attributes:
        from_ (int):
        to (int):
        not_ (list[int] | Unset):
    """

    from_: int
    to: int
    not_: list[int] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from_ = self.from_

        to = self.to

        not_: list[int] | Unset = UNSET
        if not isinstance(self.not_, Unset):
            not_ = self.not_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "from": from_,
                "to": to,
            }
        )
        if not_ is not UNSET:
            field_dict["not"] = not_

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        from_ = d.pop("from")

        to = d.pop("to")

        not_ = cast(list[int], d.pop("not", UNSET))

        still_open_bids_left_additional_property = cls(
            from_=from_,
            to=to,
            not_=not_,
        )

        return still_open_bids_left_additional_property
