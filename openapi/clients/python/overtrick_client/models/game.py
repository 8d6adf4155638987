from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.clause_text import ClauseText
    from ..models.game_examples_item import GameExamplesItem
    from ..models.game_form_item import GameFormItem
    from ..models.game_schemas import GameSchemas
    from ..models.house_rule_text import HouseRuleText
    from ..models.irregularity_text import IrregularityText
    from ..models.player_range import PlayerRange
    from ..models.question_form import QuestionForm


T = TypeVar("T", bound="Game")


@_attrs_define
class Game:
    """A game: its rules, what can be asked of it, the form of a record, and the JSON Schemas.

    Attributes:
        author (str): The author of the game.
        clauses (list[ClauseText]): The rules that scores and rulings rest on.
        edition (int): The current edition of its scoring.
        id (str): The id, as documents have it.
        name (str): The name.
        options (list[HouseRuleText]): The house rules.
        source (str): The rulebook.
        about (str): The game in one sentence.
        examples (list[GameExamplesItem]): A hand of each kind, as it is written.
        form (list[GameFormItem]): The fields of a hand's record, in the order in which they are asked for.
        halves (bool): Whether points come in halves.
        irregularities (list[IrregularityText]): What can go wrong at the table.
        players (PlayerRange): The numbers of players that a game can have.
        questions (list[QuestionForm]): What can be asked for a ruling on.
        schemas (GameSchemas): JSON Schemas of what a match document has of a game.
    """

    author: str
    clauses: list[ClauseText]
    edition: int
    id: str
    name: str
    options: list[HouseRuleText]
    source: str
    about: str
    examples: list[GameExamplesItem]
    form: list[GameFormItem]
    halves: bool
    irregularities: list[IrregularityText]
    players: PlayerRange
    questions: list[QuestionForm]
    schemas: GameSchemas
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        author = self.author

        clauses = []
        for clauses_item_data in self.clauses:
            clauses_item = clauses_item_data.to_dict()
            clauses.append(clauses_item)

        edition = self.edition

        id = self.id

        name = self.name

        options = []
        for options_item_data in self.options:
            options_item = options_item_data.to_dict()
            options.append(options_item)

        source = self.source

        about = self.about

        examples = []
        for examples_item_data in self.examples:
            examples_item = examples_item_data.to_dict()
            examples.append(examples_item)

        form = []
        for form_item_data in self.form:
            form_item = form_item_data.to_dict()
            form.append(form_item)

        halves = self.halves

        irregularities = []
        for irregularities_item_data in self.irregularities:
            irregularities_item = irregularities_item_data.to_dict()
            irregularities.append(irregularities_item)

        players = self.players.to_dict()

        questions = []
        for questions_item_data in self.questions:
            questions_item = questions_item_data.to_dict()
            questions.append(questions_item)

        schemas = self.schemas.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "author": author,
                "clauses": clauses,
                "edition": edition,
                "id": id,
                "name": name,
                "options": options,
                "source": source,
                "about": about,
                "examples": examples,
                "form": form,
                "halves": halves,
                "irregularities": irregularities,
                "players": players,
                "questions": questions,
                "schemas": schemas,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.clause_text import ClauseText
        from ..models.game_examples_item import GameExamplesItem
        from ..models.game_form_item import GameFormItem
        from ..models.game_schemas import GameSchemas
        from ..models.house_rule_text import HouseRuleText
        from ..models.irregularity_text import IrregularityText
        from ..models.player_range import PlayerRange
        from ..models.question_form import QuestionForm

        d = dict(src_dict)
        author = d.pop("author")

        clauses = []
        _clauses = d.pop("clauses")
        for clauses_item_data in _clauses:
            clauses_item = ClauseText.from_dict(clauses_item_data)

            clauses.append(clauses_item)

        edition = d.pop("edition")

        id = d.pop("id")

        name = d.pop("name")

        options = []
        _options = d.pop("options")
        for options_item_data in _options:
            options_item = HouseRuleText.from_dict(options_item_data)

            options.append(options_item)

        source = d.pop("source")

        about = d.pop("about")

        examples = []
        _examples = d.pop("examples")
        for examples_item_data in _examples:
            examples_item = GameExamplesItem.from_dict(examples_item_data)

            examples.append(examples_item)

        form = []
        _form = d.pop("form")
        for form_item_data in _form:
            form_item = GameFormItem.from_dict(form_item_data)

            form.append(form_item)

        halves = d.pop("halves")

        irregularities = []
        _irregularities = d.pop("irregularities")
        for irregularities_item_data in _irregularities:
            irregularities_item = IrregularityText.from_dict(irregularities_item_data)

            irregularities.append(irregularities_item)

        players = PlayerRange.from_dict(d.pop("players"))

        questions = []
        _questions = d.pop("questions")
        for questions_item_data in _questions:
            questions_item = QuestionForm.from_dict(questions_item_data)

            questions.append(questions_item)

        schemas = GameSchemas.from_dict(d.pop("schemas"))

        game = cls(
            author=author,
            clauses=clauses,
            edition=edition,
            id=id,
            name=name,
            options=options,
            source=source,
            about=about,
            examples=examples,
            form=form,
            halves=halves,
            irregularities=irregularities,
            players=players,
            questions=questions,
            schemas=schemas,
        )

        game.additional_properties = d
        return game

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
