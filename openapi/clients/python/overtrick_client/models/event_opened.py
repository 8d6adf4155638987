from __future__ import annotations

from collections.abc import Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.berzerka_match import BerzerkaMatch
    from ..models.brink_bid_match import BrinkBidMatch
    from ..models.contract_sabacc_match import ContractSabaccMatch
    from ..models.contractor_match import ContractorMatch
    from ..models.mariash_match import MariashMatch
    from ..models.oh_hell_match import OhHellMatch


T = TypeVar("T", bound="EventOpened")


@_attrs_define
class EventOpened:
    """
    Attributes:
        action (Literal['opened']):
        document (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch | OhHellMatch): A
            match: its game, players, house rules and hands
        id (str):
        players (list[str]):
    """

    action: Literal["opened"]
    document: (
        BerzerkaMatch
        | BrinkBidMatch
        | ContractorMatch
        | ContractSabaccMatch
        | MariashMatch
        | OhHellMatch
    )
    id: str
    players: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.berzerka_match import BerzerkaMatch
        from ..models.brink_bid_match import BrinkBidMatch
        from ..models.contract_sabacc_match import ContractSabaccMatch
        from ..models.contractor_match import ContractorMatch
        from ..models.mariash_match import MariashMatch

        action = self.action

        document: dict[str, Any]
        if (
            isinstance(self.document, BerzerkaMatch)
            or isinstance(self.document, ContractSabaccMatch)
            or isinstance(self.document, BrinkBidMatch)
            or isinstance(self.document, ContractorMatch)
            or isinstance(self.document, MariashMatch)
        ):
            document = self.document.to_dict()
        else:
            document = self.document.to_dict()

        id = self.id

        players = self.players

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "document": document,
                "id": id,
                "players": players,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_match import BerzerkaMatch
        from ..models.brink_bid_match import BrinkBidMatch
        from ..models.contract_sabacc_match import ContractSabaccMatch
        from ..models.contractor_match import ContractorMatch
        from ..models.mariash_match import MariashMatch
        from ..models.oh_hell_match import OhHellMatch

        d = dict(src_dict)
        action = cast(Literal["opened"], d.pop("action"))
        if action != "opened":
            raise ValueError(f"action must match const 'opened', got '{action}'")

        def _parse_document(
            data: object,
        ) -> (
            BerzerkaMatch
            | BrinkBidMatch
            | ContractorMatch
            | ContractSabaccMatch
            | MariashMatch
            | OhHellMatch
        ):
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

        document = _parse_document(d.pop("document"))

        id = d.pop("id")

        players = cast(list[str], d.pop("players"))

        event_opened = cls(
            action=action,
            document=document,
            id=id,
            players=players,
        )

        event_opened.additional_properties = d
        return event_opened

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
