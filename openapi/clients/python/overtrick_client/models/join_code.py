from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.role import Role

T = TypeVar("T", bound="JoinCode")


@_attrs_define
class JoinCode:
    """A code by which a phone joins a match.

    Attributes:
        code (str): Six letters and digits; whoever types them may write small letters, spaces and hyphens.
        role (Role):
        until (datetime.datetime): Until when it is valid: twelve hours.
    """

    code: str
    role: Role
    until: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        role = self.role.value

        until = self.until.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "role": role,
                "until": until,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        role = Role(d.pop("role"))

        until = datetime.datetime.fromisoformat(d.pop("until"))

        join_code = cls(
            code=code,
            role=role,
            until=until,
        )

        join_code.additional_properties = d
        return join_code

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
