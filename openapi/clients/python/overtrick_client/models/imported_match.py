from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ImportedMatch")


@_attrs_define
class ImportedMatch:
    """A match of an import.

    Attributes:
        already (bool): Whether it was there already.
        line (int): Its line, or the row of its first hand, from 1.
        external_id (str | Unset): What a program calls it.
        id (str | Unset): Its id; absent of a match that a dry run would make.
        was (str | Unset): The id that it had where it comes from.
    """

    already: bool
    line: int
    external_id: str | Unset = UNSET
    id: str | Unset = UNSET
    was: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        already = self.already

        line = self.line

        external_id = self.external_id

        id = self.id

        was = self.was

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "already": already,
                "line": line,
            }
        )
        if external_id is not UNSET:
            field_dict["external_id"] = external_id
        if id is not UNSET:
            field_dict["id"] = id
        if was is not UNSET:
            field_dict["was"] = was

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        already = d.pop("already")

        line = d.pop("line")

        external_id = d.pop("external_id", UNSET)

        id = d.pop("id", UNSET)

        was = d.pop("was", UNSET)

        imported_match = cls(
            already=already,
            line=line,
            external_id=external_id,
            id=id,
            was=was,
        )

        imported_match.additional_properties = d
        return imported_match

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
