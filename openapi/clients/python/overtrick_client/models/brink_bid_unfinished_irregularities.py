from enum import StrEnum


class BrinkBidUnfinishedIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
