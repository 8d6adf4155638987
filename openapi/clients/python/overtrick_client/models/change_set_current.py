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

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.berzerka_unfinished_hand import BerzerkaUnfinishedHand
    from ..models.brink_bid_unfinished_hand import BrinkBidUnfinishedHand
    from ..models.contract_sabacc_unfinished_hand import ContractSabaccUnfinishedHand
    from ..models.contractor_unfinished_hand import ContractorUnfinishedHand
    from ..models.mariash_unfinished_hand import MariashUnfinishedHand
    from ..models.oh_hell_unfinished_hand import OhHellUnfinishedHand


T = TypeVar("T", bound="ChangeSetCurrent")


@_attrs_define
class ChangeSetCurrent:
    """
    Attributes:
        action (Literal['set_current']):
        hand (BerzerkaUnfinishedHand | BrinkBidUnfinishedHand | ContractorUnfinishedHand | ContractSabaccUnfinishedHand
            | MariashUnfinishedHand | None | OhHellUnfinishedHand | Unset):
    """

    action: Literal["set_current"]
    hand: (
        BerzerkaUnfinishedHand
        | BrinkBidUnfinishedHand
        | ContractorUnfinishedHand
        | ContractSabaccUnfinishedHand
        | MariashUnfinishedHand
        | None
        | OhHellUnfinishedHand
        | Unset
    ) = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.berzerka_unfinished_hand import BerzerkaUnfinishedHand
        from ..models.brink_bid_unfinished_hand import BrinkBidUnfinishedHand
        from ..models.contract_sabacc_unfinished_hand import (
            ContractSabaccUnfinishedHand,
        )
        from ..models.contractor_unfinished_hand import ContractorUnfinishedHand
        from ..models.mariash_unfinished_hand import MariashUnfinishedHand
        from ..models.oh_hell_unfinished_hand import OhHellUnfinishedHand

        action = self.action

        hand: dict[str, Any] | None | Unset
        if isinstance(self.hand, Unset):
            hand = UNSET
        elif (
            isinstance(self.hand, BerzerkaUnfinishedHand)
            or isinstance(self.hand, ContractSabaccUnfinishedHand)
            or isinstance(self.hand, BrinkBidUnfinishedHand)
            or isinstance(self.hand, ContractorUnfinishedHand)
            or isinstance(self.hand, MariashUnfinishedHand)
            or isinstance(self.hand, OhHellUnfinishedHand)
        ):
            hand = self.hand.to_dict()
        else:
            hand = self.hand

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
            }
        )
        if hand is not UNSET:
            field_dict["hand"] = hand

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_unfinished_hand import BerzerkaUnfinishedHand
        from ..models.brink_bid_unfinished_hand import BrinkBidUnfinishedHand
        from ..models.contract_sabacc_unfinished_hand import (
            ContractSabaccUnfinishedHand,
        )
        from ..models.contractor_unfinished_hand import ContractorUnfinishedHand
        from ..models.mariash_unfinished_hand import MariashUnfinishedHand
        from ..models.oh_hell_unfinished_hand import OhHellUnfinishedHand

        d = dict(src_dict)
        action = cast(Literal["set_current"], d.pop("action"))
        if action != "set_current":
            raise ValueError(f"action must match const 'set_current', got '{action}'")

        def _parse_hand(
            data: object,
        ) -> (
            BerzerkaUnfinishedHand
            | BrinkBidUnfinishedHand
            | ContractorUnfinishedHand
            | ContractSabaccUnfinishedHand
            | MariashUnfinishedHand
            | None
            | OhHellUnfinishedHand
            | Unset
        ):
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_unfinished_hand_type_0 = (
                    BerzerkaUnfinishedHand.from_dict(data)
                )

                return componentsschemas_unfinished_hand_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_unfinished_hand_type_1 = (
                    ContractSabaccUnfinishedHand.from_dict(data)
                )

                return componentsschemas_unfinished_hand_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_unfinished_hand_type_2 = (
                    BrinkBidUnfinishedHand.from_dict(data)
                )

                return componentsschemas_unfinished_hand_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_unfinished_hand_type_3 = (
                    ContractorUnfinishedHand.from_dict(data)
                )

                return componentsschemas_unfinished_hand_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_unfinished_hand_type_4 = (
                    MariashUnfinishedHand.from_dict(data)
                )

                return componentsschemas_unfinished_hand_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_unfinished_hand_type_5 = (
                    OhHellUnfinishedHand.from_dict(data)
                )

                return componentsschemas_unfinished_hand_type_5
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                BerzerkaUnfinishedHand
                | BrinkBidUnfinishedHand
                | ContractorUnfinishedHand
                | ContractSabaccUnfinishedHand
                | MariashUnfinishedHand
                | None
                | OhHellUnfinishedHand
                | Unset,
                data,
            )

        hand = _parse_hand(d.pop("hand", UNSET))

        change_set_current = cls(
            action=action,
            hand=hand,
        )

        return change_set_current
