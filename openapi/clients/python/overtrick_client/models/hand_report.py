from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
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
        explanation (list[Line]): The derivation.
        number (int): Its number, from 1.
        scores (HandReportScores): The points of the hand.
        totals (HandReportTotals): The totals after it and the adjustments that follow it.
        warnings (list[Notice]): What is irregular in it but can be scored.
        detail (Any | Unset): The game's own results.
        note (str | Unset): A remark of the scorer's.
    """

    dealer: str
    explanation: list[Line]
    number: int
    scores: HandReportScores
    totals: HandReportTotals
    warnings: list[Notice]
    detail: Any | Unset = UNSET
    note: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        dealer = self.dealer

        explanation = []
        for explanation_item_data in self.explanation:
            explanation_item = explanation_item_data.to_dict()
            explanation.append(explanation_item)

        number = self.number

        scores = self.scores.to_dict()

        totals = self.totals.to_dict()

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)

        detail = self.detail

        note = self.note

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dealer": dealer,
                "explanation": explanation,
                "number": number,
                "scores": scores,
                "totals": totals,
                "warnings": warnings,
            }
        )
        if detail is not UNSET:
            field_dict["detail"] = detail
        if note is not UNSET:
            field_dict["note"] = note

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.hand_report_scores import HandReportScores
        from ..models.hand_report_totals import HandReportTotals
        from ..models.line import Line
        from ..models.notice import Notice

        d = dict(src_dict)
        dealer = d.pop("dealer")

        explanation = []
        _explanation = d.pop("explanation")
        for explanation_item_data in _explanation:
            explanation_item = Line.from_dict(explanation_item_data)

            explanation.append(explanation_item)

        number = d.pop("number")

        scores = HandReportScores.from_dict(d.pop("scores"))

        totals = HandReportTotals.from_dict(d.pop("totals"))

        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in _warnings:
            warnings_item = Notice.from_dict(warnings_item_data)

            warnings.append(warnings_item)

        detail = d.pop("detail", UNSET)

        note = d.pop("note", UNSET)

        hand_report = cls(
            dealer=dealer,
            explanation=explanation,
            number=number,
            scores=scores,
            totals=totals,
            warnings=warnings,
            detail=detail,
            note=note,
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
