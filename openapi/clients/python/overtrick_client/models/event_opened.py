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
    from ..models.berzerka_opened import BerzerkaOpened
    from ..models.brink_bid_opened import BrinkBidOpened
    from ..models.contract_sabacc_opened import ContractSabaccOpened
    from ..models.contractor_opened import ContractorOpened
    from ..models.mariash_opened import MariashOpened
    from ..models.oh_hell_opened import OhHellOpened


T = TypeVar("T", bound="EventOpened")


@_attrs_define
class EventOpened:
    """
    Attributes:
        action (Literal['opened']):
        document (BerzerkaOpened | BrinkBidOpened | ContractorOpened | ContractSabaccOpened | MariashOpened |
            OhHellOpened): The document that opened a match, whose players stand beside it
        id (str):
        players (list[str]):
    """

    action: Literal["opened"]
    document: (
        BerzerkaOpened
        | BrinkBidOpened
        | ContractorOpened
        | ContractSabaccOpened
        | MariashOpened
        | OhHellOpened
    )
    id: str
    players: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.berzerka_opened import BerzerkaOpened
        from ..models.brink_bid_opened import BrinkBidOpened
        from ..models.contract_sabacc_opened import ContractSabaccOpened
        from ..models.contractor_opened import ContractorOpened
        from ..models.mariash_opened import MariashOpened

        action = self.action

        document: dict[str, Any]
        if (
            isinstance(self.document, BerzerkaOpened)
            or isinstance(self.document, ContractSabaccOpened)
            or isinstance(self.document, BrinkBidOpened)
            or isinstance(self.document, ContractorOpened)
            or isinstance(self.document, MariashOpened)
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
        from ..models.berzerka_opened import BerzerkaOpened
        from ..models.brink_bid_opened import BrinkBidOpened
        from ..models.contract_sabacc_opened import ContractSabaccOpened
        from ..models.contractor_opened import ContractorOpened
        from ..models.mariash_opened import MariashOpened
        from ..models.oh_hell_opened import OhHellOpened

        d = dict(src_dict)
        action = cast(Literal["opened"], d.pop("action"))
        if action != "opened":
            raise ValueError(f"action must match const 'opened', got '{action}'")

        def _parse_document(
            data: object,
        ) -> (
            BerzerkaOpened
            | BrinkBidOpened
            | ContractorOpened
            | ContractSabaccOpened
            | MariashOpened
            | OhHellOpened
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_opened_document_type_0 = BerzerkaOpened.from_dict(
                    data
                )

                return componentsschemas_opened_document_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_opened_document_type_1 = (
                    ContractSabaccOpened.from_dict(data)
                )

                return componentsschemas_opened_document_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_opened_document_type_2 = BrinkBidOpened.from_dict(
                    data
                )

                return componentsschemas_opened_document_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_opened_document_type_3 = ContractorOpened.from_dict(
                    data
                )

                return componentsschemas_opened_document_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_opened_document_type_4 = MariashOpened.from_dict(data)

                return componentsschemas_opened_document_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_opened_document_type_5 = OhHellOpened.from_dict(data)

            return componentsschemas_opened_document_type_5

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
