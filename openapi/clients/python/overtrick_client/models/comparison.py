from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.settled_clause import SettledClause
    from ..models.standing import Standing


T = TypeVar("T", bound="Comparison")


@_attrs_define
class Comparison:
    """A match as written and under other house rules.

    Attributes:
        as_written (list[Standing]): The standings as written.
        clauses (list[SettledClause]): The clauses that the options settle.
        first_difference (int | None): The number of the first hand that comes out differently; `null` if none does.
        with_options (list[Standing]): The standings under the other house rules.
    """

    as_written: list[Standing]
    clauses: list[SettledClause]
    first_difference: int | None
    with_options: list[Standing]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        as_written = []
        for as_written_item_data in self.as_written:
            as_written_item = as_written_item_data.to_dict()
            as_written.append(as_written_item)

        clauses = []
        for clauses_item_data in self.clauses:
            clauses_item = clauses_item_data.to_dict()
            clauses.append(clauses_item)

        first_difference: int | None
        first_difference = self.first_difference

        with_options = []
        for with_options_item_data in self.with_options:
            with_options_item = with_options_item_data.to_dict()
            with_options.append(with_options_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "as_written": as_written,
                "clauses": clauses,
                "first_difference": first_difference,
                "with_options": with_options,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.settled_clause import SettledClause
        from ..models.standing import Standing

        d = dict(src_dict)
        as_written = []
        _as_written = d.pop("as_written")
        for as_written_item_data in _as_written:
            as_written_item = Standing.from_dict(as_written_item_data)

            as_written.append(as_written_item)

        clauses = []
        _clauses = d.pop("clauses")
        for clauses_item_data in _clauses:
            clauses_item = SettledClause.from_dict(clauses_item_data)

            clauses.append(clauses_item)

        def _parse_first_difference(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        first_difference = _parse_first_difference(d.pop("first_difference"))

        with_options = []
        _with_options = d.pop("with_options")
        for with_options_item_data in _with_options:
            with_options_item = Standing.from_dict(with_options_item_data)

            with_options.append(with_options_item)

        comparison = cls(
            as_written=as_written,
            clauses=clauses,
            first_difference=first_difference,
            with_options=with_options,
        )

        comparison.additional_properties = d
        return comparison

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
