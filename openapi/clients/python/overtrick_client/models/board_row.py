from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="BoardRow")


@_attrs_define
class BoardRow:
    """A player on a [`Board`].

    Attributes:
        last (float | None):
        player (str): The player's name.
        rank (int): From 1; players of equal totals share a rank.
        total (float):
    """

    last: float | None
    player: str
    rank: int
    total: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        last: float | None
        last = self.last

        player = self.player

        rank = self.rank

        total = self.total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "last": last,
                "player": player,
                "rank": rank,
                "total": total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_last(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        last = _parse_last(d.pop("last"))

        player = d.pop("player")

        rank = d.pop("rank")

        total = d.pop("total")

        board_row = cls(
            last=last,
            player=player,
            rank=rank,
            total=total,
        )

        board_row.additional_properties = d
        return board_row

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
