from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.berzerka_match import BerzerkaMatch
    from ..models.brink_bid_match import BrinkBidMatch
    from ..models.contract_sabacc_match import ContractSabaccMatch
    from ..models.contractor_match import ContractorMatch
    from ..models.house_rules import HouseRules
    from ..models.mariash_match import MariashMatch
    from ..models.oh_hell_match import OhHellMatch


T = TypeVar("T", bound="ComparisonRequest")


@_attrs_define
class ComparisonRequest:
    """
    Attributes:
        document (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch | OhHellMatch): A
            match: its game, players, house rules and hands
        options (HouseRules): House rules of a game; see its own
    """

    document: (
        BerzerkaMatch
        | BrinkBidMatch
        | ContractorMatch
        | ContractSabaccMatch
        | MariashMatch
        | OhHellMatch
    )
    options: HouseRules

    def to_dict(self) -> dict[str, Any]:
        from ..models.berzerka_match import BerzerkaMatch
        from ..models.brink_bid_match import BrinkBidMatch
        from ..models.contract_sabacc_match import ContractSabaccMatch
        from ..models.contractor_match import ContractorMatch
        from ..models.mariash_match import MariashMatch

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

        options = self.options.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "document": document,
                "options": options,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_match import BerzerkaMatch
        from ..models.brink_bid_match import BrinkBidMatch
        from ..models.contract_sabacc_match import ContractSabaccMatch
        from ..models.contractor_match import ContractorMatch
        from ..models.house_rules import HouseRules
        from ..models.mariash_match import MariashMatch
        from ..models.oh_hell_match import OhHellMatch

        d = dict(src_dict)

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

        options = HouseRules.from_dict(d.pop("options"))

        comparison_request = cls(
            document=document,
            options=options,
        )

        return comparison_request
