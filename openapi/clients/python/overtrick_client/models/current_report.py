from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.notice import Notice
    from ..models.sum_ import Sum


T = TypeVar("T", bound="CurrentReport")


@_attrs_define
class CurrentReport:
    """The hand being played.

    Attributes:
        dealer (str): The dealer.
        missing (list[str]): The pointers of the fields that are still missing.
        number (int): Its number.
        warnings (list[Notice]): What is irregular in it but can be scored.
        sums (list[Sum] | Unset): The sums that its amounts must have.
    """

    dealer: str
    missing: list[str]
    number: int
    warnings: list[Notice]
    sums: list[Sum] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        dealer = self.dealer

        missing = self.missing

        number = self.number

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)

        sums: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.sums, Unset):
            sums = []
            for sums_item_data in self.sums:
                sums_item = sums_item_data.to_dict()
                sums.append(sums_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dealer": dealer,
                "missing": missing,
                "number": number,
                "warnings": warnings,
            }
        )
        if sums is not UNSET:
            field_dict["sums"] = sums

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.notice import Notice
        from ..models.sum_ import Sum

        d = dict(src_dict)
        dealer = d.pop("dealer")

        missing = cast(list[str], d.pop("missing"))

        number = d.pop("number")

        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in _warnings:
            warnings_item = Notice.from_dict(warnings_item_data)

            warnings.append(warnings_item)

        _sums = d.pop("sums", UNSET)
        sums: list[Sum] | Unset = UNSET
        if _sums is not UNSET:
            sums = []
            for sums_item_data in _sums:
                sums_item = Sum.from_dict(sums_item_data)

                sums.append(sums_item)

        current_report = cls(
            dealer=dealer,
            missing=missing,
            number=number,
            warnings=warnings,
            sums=sums,
        )

        current_report.additional_properties = d
        return current_report

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
