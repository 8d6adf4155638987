from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.remedy_text import RemedyText


T = TypeVar("T", bound="IrregularityText")


@_attrs_define
class IrregularityText:
    """Something that can go wrong at the table.

    Attributes:
        clause (str): The id of the clause that it breaks.
        id (str): A stable id.
        remedy (None | RemedyText):
        text (str): What happened.
    """

    clause: str
    id: str
    remedy: None | RemedyText
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.remedy_text import RemedyText

        clause = self.clause

        id = self.id

        remedy: dict[str, Any] | None
        if isinstance(self.remedy, RemedyText):
            remedy = self.remedy.to_dict()
        else:
            remedy = self.remedy

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "clause": clause,
                "id": id,
                "remedy": remedy,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.remedy_text import RemedyText

        d = dict(src_dict)
        clause = d.pop("clause")

        id = d.pop("id")

        def _parse_remedy(data: object) -> None | RemedyText:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                remedy_type_0 = RemedyText.from_dict(data)

                return remedy_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RemedyText, data)

        remedy = _parse_remedy(d.pop("remedy"))

        text = d.pop("text")

        irregularity_text = cls(
            clause=clause,
            id=id,
            remedy=remedy,
            text=text,
        )

        irregularity_text.additional_properties = d
        return irregularity_text

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
