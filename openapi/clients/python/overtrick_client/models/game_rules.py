from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.clause_text import ClauseText
    from ..models.house_rule_text import HouseRuleText


T = TypeVar("T", bound="GameRules")


@_attrs_define
class GameRules:
    """A game with its clauses and house rules.

    Attributes:
        author (str): The author of the game.
        clauses (list[ClauseText]): The rules that scores and rulings rest on.
        edition (int): The current edition of its scoring.
        id (str): The id, as documents have it.
        name (str): The name.
        options (list[HouseRuleText]): The house rules.
        source (str): The rulebook.
    """

    author: str
    clauses: list[ClauseText]
    edition: int
    id: str
    name: str
    options: list[HouseRuleText]
    source: str
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
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.clause_text import ClauseText
        from ..models.house_rule_text import HouseRuleText

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

        game_rules = cls(
            author=author,
            clauses=clauses,
            edition=edition,
            id=id,
            name=name,
            options=options,
            source=source,
        )

        game_rules.additional_properties = d
        return game_rules

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
