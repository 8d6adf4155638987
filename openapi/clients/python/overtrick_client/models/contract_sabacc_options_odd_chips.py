from enum import StrEnum


class ContractSabaccOptionsOddChips(StrEnum):
    ANTE_POT = "ante-pot"
    DECLARER = "declarer"

    def __str__(self) -> str:
        return str(self.value)
