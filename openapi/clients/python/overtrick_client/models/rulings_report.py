from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.question_kind import QuestionKind

if TYPE_CHECKING:
    from ..models.next_ import Next
    from ..models.ruling import Ruling
    from ..models.ruling_outcome import RulingOutcome


T = TypeVar("T", bound="RulingsReport")


@_attrs_define
class RulingsReport:
    """An [`Answered`] question in a language.

    Attributes:
        legal (bool): Whether every step was legal.
        next_ (list[Next]): Who may go on, and how.
        outcome (RulingOutcome): The result of a question, with what the game adds
        question (QuestionKind):
        rulings (list[Ruling]): A ruling for every step.
    """

    legal: bool
    next_: list[Next]
    outcome: RulingOutcome
    question: QuestionKind
    rulings: list[Ruling]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        legal = self.legal

        next_ = []
        for next_item_data in self.next_:
            next_item = next_item_data.to_dict()
            next_.append(next_item)

        outcome = self.outcome.to_dict()

        question = self.question.value

        rulings = []
        for rulings_item_data in self.rulings:
            rulings_item = rulings_item_data.to_dict()
            rulings.append(rulings_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "legal": legal,
                "next": next_,
                "outcome": outcome,
                "question": question,
                "rulings": rulings,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.next_ import Next
        from ..models.ruling import Ruling
        from ..models.ruling_outcome import RulingOutcome

        d = dict(src_dict)
        legal = d.pop("legal")

        next_ = []
        _next_ = d.pop("next")
        for next_item_data in _next_:
            next_item = Next.from_dict(next_item_data)

            next_.append(next_item)

        outcome = RulingOutcome.from_dict(d.pop("outcome"))

        question = QuestionKind(d.pop("question"))

        rulings = []
        _rulings = d.pop("rulings")
        for rulings_item_data in _rulings:
            rulings_item = Ruling.from_dict(rulings_item_data)

            rulings.append(rulings_item)

        rulings_report = cls(
            legal=legal,
            next_=next_,
            outcome=outcome,
            question=question,
            rulings=rulings,
        )

        rulings_report.additional_properties = d
        return rulings_report

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
