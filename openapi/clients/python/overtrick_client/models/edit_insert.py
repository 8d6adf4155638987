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


T = TypeVar("T", bound="EditInsert")


@_attrs_define
class EditInsert:
    """
    Attributes:
        before (int):
        edit (Literal['insert']):
        with_ (BerzerkaHand | BrinkBidHand | ContractorHand | ContractSabaccHand | MariashHand | OhHellHand): A hand,
            with the game whose record it is
    """

    before: int
    edit: Literal["insert"]
    with_: (
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

        before = self.before

        edit = self.edit

        with_: dict[str, Any]
        if (
            isinstance(self.with_, BerzerkaHand)
            or isinstance(self.with_, ContractSabaccHand)
            or isinstance(self.with_, BrinkBidHand)
            or isinstance(self.with_, ContractorHand)
            or isinstance(self.with_, MariashHand)
        ):
            with_ = self.with_.to_dict()
        else:
            with_ = self.with_.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "before": before,
                "edit": edit,
                "with": with_,
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
        before = d.pop("before")

        edit = cast(Literal["insert"], d.pop("edit"))
        if edit != "insert":
            raise ValueError(f"edit must match const 'insert', got '{edit}'")

        def _parse_with_(
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

        with_ = _parse_with_(d.pop("with"))

        edit_insert = cls(
            before=before,
            edit=edit,
            with_=with_,
        )

        return edit_insert
