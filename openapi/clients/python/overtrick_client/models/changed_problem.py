from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.fault import Fault
    from ..models.match_state import MatchState


T = TypeVar("T", bound="ChangedProblem")


@_attrs_define
class ChangedProblem:
    """A problem (RFC 9457) in the words of a language.

    Attributes:
        detail (str): What is wrong with this request.
        status (int): The HTTP status.
        title (str): What kind of problem it is, in a few words.
        type_ (str): The kind of problem: where it is described.
        current (MatchState | Unset): The match as it stands: its document, its seats, and the scores.
        errors (list[Fault] | Unset): All faults of the body or query, each with its place.
        instance (str | Unset): The id of the request, as a URN.
        version (int | Unset): The version of the match now, if a change expected another one.
    """

    detail: str
    status: int
    title: str
    type_: str
    current: MatchState | Unset = UNSET
    errors: list[Fault] | Unset = UNSET
    instance: str | Unset = UNSET
    version: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        detail = self.detail

        status = self.status

        title = self.title

        type_ = self.type_

        current: dict[str, Any] | Unset = UNSET
        if not isinstance(self.current, Unset):
            current = self.current.to_dict()

        errors: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.errors, Unset):
            errors = []
            for errors_item_data in self.errors:
                errors_item = errors_item_data.to_dict()
                errors.append(errors_item)

        instance = self.instance

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "detail": detail,
                "status": status,
                "title": title,
                "type": type_,
            }
        )
        if current is not UNSET:
            field_dict["current"] = current
        if errors is not UNSET:
            field_dict["errors"] = errors
        if instance is not UNSET:
            field_dict["instance"] = instance
        if version is not UNSET:
            field_dict["version"] = version

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.fault import Fault
        from ..models.match_state import MatchState

        d = dict(src_dict)
        detail = d.pop("detail")

        status = d.pop("status")

        title = d.pop("title")

        type_ = d.pop("type")

        _current = d.pop("current", UNSET)
        current: MatchState | Unset
        if isinstance(_current, Unset):
            current = UNSET
        else:
            current = MatchState.from_dict(_current)

        _errors = d.pop("errors", UNSET)
        errors: list[Fault] | Unset = UNSET
        if _errors is not UNSET:
            errors = []
            for errors_item_data in _errors:
                errors_item = Fault.from_dict(errors_item_data)

                errors.append(errors_item)

        instance = d.pop("instance", UNSET)

        version = d.pop("version", UNSET)

        changed_problem = cls(
            detail=detail,
            status=status,
            title=title,
            type_=type_,
            current=current,
            errors=errors,
            instance=instance,
            version=version,
        )

        changed_problem.additional_properties = d
        return changed_problem

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
