from enum import StrEnum


class ContractSabaccUnfinishedIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
