from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.program_key_request_scope import ProgramKeyRequestScope
from ..types import UNSET, Unset

T = TypeVar("T", bound="ProgramKeyRequest")


@_attrs_define
class ProgramKeyRequest:
    """
    Attributes:
        name (str):
        scope (ProgramKeyRequestScope):
        expires_at (str | Unset): From when on it opens nothing: a day, or a moment of RFC 3339 in UTC
    """

    name: str
    scope: ProgramKeyRequestScope
    expires_at: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        scope = self.scope.value

        expires_at = self.expires_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "scope": scope,
            }
        )
        if expires_at is not UNSET:
            field_dict["expires_at"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        scope = ProgramKeyRequestScope(d.pop("scope"))

        expires_at = d.pop("expires_at", UNSET)

        program_key_request = cls(
            name=name,
            scope=scope,
            expires_at=expires_at,
        )

        return program_key_request
