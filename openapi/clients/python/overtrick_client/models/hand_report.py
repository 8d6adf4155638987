from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.hand_detail import HandDetail
    from ..models.hand_report_scores import HandReportScores
    from ..models.hand_report_totals import HandReportTotals
    from ..models.line import Line
    from ..models.notice import Notice


T = TypeVar("T", bound="HandReport")


@_attrs_define
class HandReport:
    """A hand of a [`Report`](super::Report).

    Attributes:
        dealer (str): The dealer.
        number (int): Its number, from 1.
        scores (HandReportScores): The points of the hand.
        totals (HandReportTotals): The totals after it and the adjustments that follow it.
        detail (HandDetail | Unset): A game's own results of a hand; see the page of its rules
        explanation (list[Line] | Unset): The derivation; with `detail=scores` it is left out.
        note (str | Unset): A remark of the scorer's.
        warnings (list[Notice] | Unset): What is irregular in it but can be scored; with `detail=scores` it is left out.
    """

    dealer: str
    number: int
    scores: HandReportScores
    totals: HandReportTotals
    detail: HandDetail | Unset = UNSET
    explanation: list[Line] | Unset = UNSET
    note: str | Unset = UNSET
    warnings: list[Notice] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        dealer = self.dealer

        number = self.number

        scores = self.scores.to_dict()

        totals = self.totals.to_dict()

        detail: dict[str, Any] | Unset = UNSET
        if not isinstance(self.detail, Unset):
            detail = self.detail.to_dict()

        explanation: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.explanation, Unset):
            explanation = []
            for explanation_item_data in self.explanation:
                explanation_item = explanation_item_data.to_dict()
                explanation.append(explanation_item)

        note = self.note

        warnings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = []
            for warnings_item_data in self.warnings:
                warnings_item = warnings_item_data.to_dict()
                warnings.append(warnings_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dealer": dealer,
                "number": number,
                "scores": scores,
                "totals": totals,
            }
        )
        if detail is not UNSET:
            field_dict["detail"] = detail
        if explanation is not UNSET:
            field_dict["explanation"] = explanation
        if note is not UNSET:
            field_dict["note"] = note
        if warnings is not UNSET:
            field_dict["warnings"] = warnings

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.hand_detail import HandDetail
        from ..models.hand_report_scores import HandReportScores
        from ..models.hand_report_totals import HandReportTotals
        from ..models.line import Line
        from ..models.notice import Notice

        d = dict(src_dict)
        dealer = d.pop("dealer")

        number = d.pop("number")

        scores = HandReportScores.from_dict(d.pop("scores"))

        totals = HandReportTotals.from_dict(d.pop("totals"))

        _detail = d.pop("detail", UNSET)
        detail: HandDetail | Unset
        if isinstance(_detail, Unset):
            detail = UNSET
        else:
            detail = HandDetail.from_dict(_detail)

        _explanation = d.pop("explanation", UNSET)
        explanation: list[Line] | Unset = UNSET
        if _explanation is not UNSET:
            explanation = []
            for explanation_item_data in _explanation:
                explanation_item = Line.from_dict(explanation_item_data)

                explanation.append(explanation_item)

        note = d.pop("note", UNSET)

        _warnings = d.pop("warnings", UNSET)
        warnings: list[Notice] | Unset = UNSET
        if _warnings is not UNSET:
            warnings = []
            for warnings_item_data in _warnings:
                warnings_item = Notice.from_dict(warnings_item_data)

                warnings.append(warnings_item)

        hand_report = cls(
            dealer=dealer,
            number=number,
            scores=scores,
            totals=totals,
            detail=detail,
            explanation=explanation,
            note=note,
            warnings=warnings,
        )

        hand_report.additional_properties = d
        return hand_report

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
