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

if TYPE_CHECKING:
    from ..models.berzerka_hand import BerzerkaHand
    from ..models.brink_bid_hand import BrinkBidHand
    from ..models.contract_sabacc_hand import ContractSabaccHand
    from ..models.contractor_hand import ContractorHand
    from ..models.mariash_hand import MariashHand
    from ..models.oh_hell_hand import OhHellHand


T = TypeVar("T", bound="ChangeRecord")


@_attrs_define
class ChangeRecord:
    """
    Attributes:
        action (Literal['record']):
        hand (BerzerkaHand | BrinkBidHand | ContractorHand | ContractSabaccHand | MariashHand | OhHellHand): A hand,
            with the game whose record it is
    """

    action: Literal["record"]
    hand: (
        BerzerkaHand
        | BrinkBidHand
        | ContractorHand
        | ContractSabaccHand
        | MariashHand
        | OhHellHand
    )

    def to_dict(self) -> dict[str, Any]:
        from ..models.berzerka_hand import BerzerkaHand
        from ..models.brink_bid_hand import BrinkBidHand
        from ..models.contract_sabacc_hand import ContractSabaccHand
        from ..models.contractor_hand import ContractorHand
        from ..models.mariash_hand import MariashHand

        action = self.action

        hand: dict[str, Any]
        if (
            isinstance(self.hand, BerzerkaHand)
            or isinstance(self.hand, ContractSabaccHand)
            or isinstance(self.hand, BrinkBidHand)
            or isinstance(self.hand, ContractorHand)
            or isinstance(self.hand, MariashHand)
        ):
            hand = self.hand.to_dict()
        else:
            hand = self.hand.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "hand": hand,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_hand import BerzerkaHand
        from ..models.brink_bid_hand import BrinkBidHand
        from ..models.contract_sabacc_hand import ContractSabaccHand
        from ..models.contractor_hand import ContractorHand
        from ..models.mariash_hand import MariashHand
        from ..models.oh_hell_hand import OhHellHand

        d = dict(src_dict)
        action = cast(Literal["record"], d.pop("action"))
        if action != "record":
            raise ValueError(f"action must match const 'record', got '{action}'")

        def _parse_hand(
            data: object,
        ) -> (
            BerzerkaHand
            | BrinkBidHand
            | ContractorHand
            | ContractSabaccHand
            | MariashHand
            | OhHellHand
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_hand_type_0 = BerzerkaHand.from_dict(data)

                return componentsschemas_hand_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_hand_type_1 = ContractSabaccHand.from_dict(data)

                return componentsschemas_hand_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_hand_type_2 = BrinkBidHand.from_dict(data)

                return componentsschemas_hand_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_hand_type_3 = ContractorHand.from_dict(data)

                return componentsschemas_hand_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_hand_type_4 = MariashHand.from_dict(data)

                return componentsschemas_hand_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_hand_type_5 = OhHellHand.from_dict(data)

            return componentsschemas_hand_type_5

        hand = _parse_hand(d.pop("hand"))

        change_record = cls(
            action=action,
            hand=hand,
        )

        return change_record
