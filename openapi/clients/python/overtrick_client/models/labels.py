from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Labels")


@_attrs_define
class Labels:
    """The words around the figures of a [`Board`].

    Attributes:
        by (str): By what it was scored, for a link to the page of the match.
        last (str): The column of what the last hand changed.
        place (str): The column of ranks.
        player (str): The column of players.
        standings (str): What it is.
        total (str): The column of points.
    """

    by: str
    last: str
    place: str
    player: str
    standings: str
    total: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        by = self.by

        last = self.last

        place = self.place

        player = self.player

        standings = self.standings

        total = self.total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "by": by,
                "last": last,
                "place": place,
                "player": player,
                "standings": standings,
                "total": total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        by = d.pop("by")

        last = d.pop("last")

        place = d.pop("place")

        player = d.pop("player")

        standings = d.pop("standings")

        total = d.pop("total")

        labels = cls(
            by=by,
            last=last,
            place=place,
            player=player,
            standings=standings,
            total=total,
        )

        labels.additional_properties = d
        return labels

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
