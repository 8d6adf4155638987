from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.fault import Fault
    from ..models.imported_match import ImportedMatch


T = TypeVar("T", bound="ImportReport")


@_attrs_define
class ImportReport:
    """What an import came to, or would come to.

    Attributes:
        already (int): How many matches were there already.
        created (int): How many matches were made, or would be.
        dry_run (bool): Whether nothing was stored, because a dry run was asked for.
        faults (list[Fault]): Every fault, with its line.
        lines (int): How many lines there were, or matches in a file of results.
        matches (list[ImportedMatch]): Every match, by line.
        refused (int): How many lines are refused. If there are any, nothing is stored.
    """

    already: int
    created: int
    dry_run: bool
    faults: list[Fault]
    lines: int
    matches: list[ImportedMatch]
    refused: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        already = self.already

        created = self.created

        dry_run = self.dry_run

        faults = []
        for faults_item_data in self.faults:
            faults_item = faults_item_data.to_dict()
            faults.append(faults_item)

        lines = self.lines

        matches = []
        for matches_item_data in self.matches:
            matches_item = matches_item_data.to_dict()
            matches.append(matches_item)

        refused = self.refused

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "already": already,
                "created": created,
                "dry_run": dry_run,
                "faults": faults,
                "lines": lines,
                "matches": matches,
                "refused": refused,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.fault import Fault
        from ..models.imported_match import ImportedMatch

        d = dict(src_dict)
        already = d.pop("already")

        created = d.pop("created")

        dry_run = d.pop("dry_run")

        faults = []
        _faults = d.pop("faults")
        for faults_item_data in _faults:
            faults_item = Fault.from_dict(faults_item_data)

            faults.append(faults_item)

        lines = d.pop("lines")

        matches = []
        _matches = d.pop("matches")
        for matches_item_data in _matches:
            matches_item = ImportedMatch.from_dict(matches_item_data)

            matches.append(matches_item)

        refused = d.pop("refused")

        import_report = cls(
            already=already,
            created=created,
            dry_run=dry_run,
            faults=faults,
            lines=lines,
            matches=matches,
            refused=refused,
        )

        import_report.additional_properties = d
        return import_report

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
