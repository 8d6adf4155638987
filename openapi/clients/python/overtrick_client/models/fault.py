from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Fault")


@_attrs_define
class Fault:
    """A fault of a document, in a language.

    Attributes:
        code (str): A stable code.
        detail (str): The sentence, which says what to correct.
        pointer (str): A JSON pointer into the document.
        line (int | Unset): The line of an import that it is in, from 1.
        rule (str | Unset): The id of the clause that it rests on, if there is one.
    """

    code: str
    detail: str
    pointer: str
    line: int | Unset = UNSET
    rule: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        detail = self.detail

        pointer = self.pointer

        line = self.line

        rule = self.rule

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "detail": detail,
                "pointer": pointer,
            }
        )
        if line is not UNSET:
            field_dict["line"] = line
        if rule is not UNSET:
            field_dict["rule"] = rule

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        detail = d.pop("detail")

        pointer = d.pop("pointer")

        line = d.pop("line", UNSET)

        rule = d.pop("rule", UNSET)

        fault = cls(
            code=code,
            detail=detail,
            pointer=pointer,
            line=line,
            rule=rule,
        )

        fault.additional_properties = d
        return fault

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
