from enum import StrEnum


class BerzerkaRecordIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
