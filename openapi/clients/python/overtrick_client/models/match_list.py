from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.listed_match import ListedMatch


T = TypeVar("T", bound="MatchList")


@_attrs_define
class MatchList:
    """A part of the list of all matches.

    Attributes:
        cursor (None | str): The `cursor` of the next part; `null` if this is the last one.
        matches (list[ListedMatch]): In the order that was asked for.
        next_ (None | str):
    """

    cursor: None | str
    matches: list[ListedMatch]
    next_: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cursor: None | str
        cursor = self.cursor

        matches = []
        for matches_item_data in self.matches:
            matches_item = matches_item_data.to_dict()
            matches.append(matches_item)

        next_: None | str
        next_ = self.next_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cursor": cursor,
                "matches": matches,
                "next": next_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.listed_match import ListedMatch

        d = dict(src_dict)

        def _parse_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cursor = _parse_cursor(d.pop("cursor"))

        matches = []
        _matches = d.pop("matches")
        for matches_item_data in _matches:
            matches_item = ListedMatch.from_dict(matches_item_data)

            matches.append(matches_item)

        def _parse_next_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_ = _parse_next_(d.pop("next"))

        match_list = cls(
            cursor=cursor,
            matches=matches,
            next_=next_,
        )

        match_list.additional_properties = d
        return match_list

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
