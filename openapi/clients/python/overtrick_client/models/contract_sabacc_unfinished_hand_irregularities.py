from enum import StrEnum


class ContractSabaccUnfinishedHandIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
