from enum import StrEnum


class ContractorUnfinishedIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
