from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.showing import Showing
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.berzerka_match import BerzerkaMatch
    from ..models.brink_bid_match import BrinkBidMatch
    from ..models.contract_sabacc_match import ContractSabaccMatch
    from ..models.contractor_match import ContractorMatch
    from ..models.mariash_match import MariashMatch
    from ..models.metadata import Metadata
    from ..models.name_entry import NameEntry
    from ..models.oh_hell_match import OhHellMatch
    from ..models.report import Report
    from ..models.seat_view import SeatView


T = TypeVar("T", bound="MatchState")


@_attrs_define
class MatchState:
    """The match as it stands: its document, its seats, and the scores.

    Attributes:
        can_redo (bool):
        can_undo (bool):
        embedded (bool):
        id (str):
        result (Report): A scored match in a language, to be written as JSON.
        version (int):
        cards_ahead (list[int] | Unset): How many cards each hand after the next one has, to the end of the match;
            absent where the game
            does not vary it, or no hand follows the next one.
        damage (str | Unset): How it is damaged: only the administrator sees a damaged match.
        document (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch | OhHellMatch |
            Unset): A match: its game, players, house rules and hands
        external_id (str | Unset): What a program calls it.
        head (str | Unset): The digest that stands for its whole log: SHA-256, hexadecimal.
        metadata (Metadata | Unset): What a program noted of a match
        people (list[NameEntry] | Unset):
        seats (list[SeatView] | Unset): Who sits where; only with `detail=full`, as are `people`, `document` and
            `cards_ahead`.
        shown (Showing | Unset): What of a published match everybody sees.

            ```
            use overtrick::ledger::Showing;

            assert_eq!(serde_json::to_string(&Showing::Sheet).unwrap(), "\\"sheet\\"");
            assert_eq!(Showing::default(), Showing::Standings);
            ```
    """

    can_redo: bool
    can_undo: bool
    embedded: bool
    id: str
    result: Report
    version: int
    cards_ahead: list[int] | Unset = UNSET
    damage: str | Unset = UNSET
    document: (
        BerzerkaMatch
        | BrinkBidMatch
        | ContractorMatch
        | ContractSabaccMatch
        | MariashMatch
        | OhHellMatch
        | Unset
    ) = UNSET
    external_id: str | Unset = UNSET
    head: str | Unset = UNSET
    metadata: Metadata | Unset = UNSET
    people: list[NameEntry] | Unset = UNSET
    seats: list[SeatView] | Unset = UNSET
    shown: Showing | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.berzerka_match import BerzerkaMatch
        from ..models.brink_bid_match import BrinkBidMatch
        from ..models.contract_sabacc_match import ContractSabaccMatch
        from ..models.contractor_match import ContractorMatch
        from ..models.mariash_match import MariashMatch

        can_redo = self.can_redo

        can_undo = self.can_undo

        embedded = self.embedded

        id = self.id

        result = self.result.to_dict()

        version = self.version

        cards_ahead: list[int] | Unset = UNSET
        if not isinstance(self.cards_ahead, Unset):
            cards_ahead = self.cards_ahead

        damage = self.damage

        document: dict[str, Any] | Unset
        if isinstance(self.document, Unset):
            document = UNSET
        elif (
            isinstance(self.document, BerzerkaMatch)
            or isinstance(self.document, ContractSabaccMatch)
            or isinstance(self.document, BrinkBidMatch)
            or isinstance(self.document, ContractorMatch)
            or isinstance(self.document, MariashMatch)
        ):
            document = self.document.to_dict()
        else:
            document = self.document.to_dict()

        external_id = self.external_id

        head = self.head

        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        people: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.people, Unset):
            people = []
            for people_item_data in self.people:
                people_item = people_item_data.to_dict()
                people.append(people_item)

        seats: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.seats, Unset):
            seats = []
            for seats_item_data in self.seats:
                seats_item = seats_item_data.to_dict()
                seats.append(seats_item)

        shown: str | Unset = UNSET
        if not isinstance(self.shown, Unset):
            shown = self.shown.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "can_redo": can_redo,
                "can_undo": can_undo,
                "embedded": embedded,
                "id": id,
                "result": result,
                "version": version,
            }
        )
        if cards_ahead is not UNSET:
            field_dict["cards_ahead"] = cards_ahead
        if damage is not UNSET:
            field_dict["damage"] = damage
        if document is not UNSET:
            field_dict["document"] = document
        if external_id is not UNSET:
            field_dict["external_id"] = external_id
        if head is not UNSET:
            field_dict["head"] = head
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if people is not UNSET:
            field_dict["people"] = people
        if seats is not UNSET:
            field_dict["seats"] = seats
        if shown is not UNSET:
            field_dict["shown"] = shown

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_match import BerzerkaMatch
        from ..models.brink_bid_match import BrinkBidMatch
        from ..models.contract_sabacc_match import ContractSabaccMatch
        from ..models.contractor_match import ContractorMatch
        from ..models.mariash_match import MariashMatch
        from ..models.metadata import Metadata
        from ..models.name_entry import NameEntry
        from ..models.oh_hell_match import OhHellMatch
        from ..models.report import Report
        from ..models.seat_view import SeatView

        d = dict(src_dict)
        can_redo = d.pop("can_redo")

        can_undo = d.pop("can_undo")

        embedded = d.pop("embedded")

        id = d.pop("id")

        result = Report.from_dict(d.pop("result"))

        version = d.pop("version")

        cards_ahead = cast(list[int], d.pop("cards_ahead", UNSET))

        damage = d.pop("damage", UNSET)

        def _parse_document(
            data: object,
        ) -> (
            BerzerkaMatch
            | BrinkBidMatch
            | ContractorMatch
            | ContractSabaccMatch
            | MariashMatch
            | OhHellMatch
            | Unset
        ):
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_0 = BerzerkaMatch.from_dict(data)

                return componentsschemas_match_document_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_1 = ContractSabaccMatch.from_dict(
                    data
                )

                return componentsschemas_match_document_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_2 = BrinkBidMatch.from_dict(data)

                return componentsschemas_match_document_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_3 = ContractorMatch.from_dict(
                    data
                )

                return componentsschemas_match_document_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_4 = MariashMatch.from_dict(data)

                return componentsschemas_match_document_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_match_document_type_5 = OhHellMatch.from_dict(data)

            return componentsschemas_match_document_type_5

        document = _parse_document(d.pop("document", UNSET))

        external_id = d.pop("external_id", UNSET)

        head = d.pop("head", UNSET)

        _metadata = d.pop("metadata", UNSET)
        metadata: Metadata | Unset
        if isinstance(_metadata, Unset):
            metadata = UNSET
        else:
            metadata = Metadata.from_dict(_metadata)

        _people = d.pop("people", UNSET)
        people: list[NameEntry] | Unset = UNSET
        if _people is not UNSET:
            people = []
            for people_item_data in _people:
                people_item = NameEntry.from_dict(people_item_data)

                people.append(people_item)

        _seats = d.pop("seats", UNSET)
        seats: list[SeatView] | Unset = UNSET
        if _seats is not UNSET:
            seats = []
            for seats_item_data in _seats:
                seats_item = SeatView.from_dict(seats_item_data)

                seats.append(seats_item)

        _shown = d.pop("shown", UNSET)
        shown: Showing | Unset
        if isinstance(_shown, Unset):
            shown = UNSET
        else:
            shown = Showing(_shown)

        match_state = cls(
            can_redo=can_redo,
            can_undo=can_undo,
            embedded=embedded,
            id=id,
            result=result,
            version=version,
            cards_ahead=cards_ahead,
            damage=damage,
            document=document,
            external_id=external_id,
            head=head,
            metadata=metadata,
            people=people,
            seats=seats,
            shown=shown,
        )

        match_state.additional_properties = d
        return match_state

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
