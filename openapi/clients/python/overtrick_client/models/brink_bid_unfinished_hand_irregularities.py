from enum import StrEnum


class BrinkBidUnfinishedHandIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
