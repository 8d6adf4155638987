from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.report import Report


T = TypeVar("T", bound="PublicSheet")


@_attrs_define
class PublicSheet:
    """The whole sheet of a published match.

    Of the match document it has what the page of the match shows and no more: no notes, no labels, no
    history.

        Attributes:
            day (datetime.date): The day on which it was played, or else opened.
            id (str):
            result (Report): A scored match in a language, to be written as JSON.
            version (int): Its version.
            title (str | Unset): The title of the match.
    """

    day: datetime.date
    id: str
    result: Report
    version: int
    title: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        day = self.day.isoformat()

        id = self.id

        result = self.result.to_dict()

        version = self.version

        title = self.title

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "day": day,
                "id": id,
                "result": result,
                "version": version,
            }
        )
        if title is not UNSET:
            field_dict["title"] = title

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.report import Report

        d = dict(src_dict)
        day = datetime.date.fromisoformat(d.pop("day"))

        id = d.pop("id")

        result = Report.from_dict(d.pop("result"))

        version = d.pop("version")

        title = d.pop("title", UNSET)

        public_sheet = cls(
            day=day,
            id=id,
            result=result,
            version=version,
            title=title,
        )

        public_sheet.additional_properties = d
        return public_sheet

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
