from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.question_kind import QuestionKind

if TYPE_CHECKING:
    from ..models.question_form_examples_item import QuestionFormExamplesItem
    from ..models.question_form_form_item import QuestionFormFormItem


T = TypeVar("T", bound="QuestionForm")


@_attrs_define
class QuestionForm:
    """A question that can be asked of a game.

    Attributes:
        examples (list[QuestionFormExamplesItem]): Questions of this kind, as they are written.
        form (list[QuestionFormFormItem]): Its fields, in the order in which they are asked for.
        question (QuestionKind):
    """

    examples: list[QuestionFormExamplesItem]
    form: list[QuestionFormFormItem]
    question: QuestionKind
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        examples = []
        for examples_item_data in self.examples:
            examples_item = examples_item_data.to_dict()
            examples.append(examples_item)

        form = []
        for form_item_data in self.form:
            form_item = form_item_data.to_dict()
            form.append(form_item)

        question = self.question.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "examples": examples,
                "form": form,
                "question": question,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.question_form_examples_item import QuestionFormExamplesItem
        from ..models.question_form_form_item import QuestionFormFormItem

        d = dict(src_dict)
        examples = []
        _examples = d.pop("examples")
        for examples_item_data in _examples:
            examples_item = QuestionFormExamplesItem.from_dict(examples_item_data)

            examples.append(examples_item)

        form = []
        _form = d.pop("form")
        for form_item_data in _form:
            form_item = QuestionFormFormItem.from_dict(form_item_data)

            form.append(form_item)

        question = QuestionKind(d.pop("question"))

        question_form = cls(
            examples=examples,
            form=form,
            question=question,
        )

        question_form.additional_properties = d
        return question_form

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
