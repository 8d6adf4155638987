from enum import StrEnum


class BerzerkaRecordWord(StrEnum):
    CLOSEST = "closest"
    FEWEST = "fewest"
    MIDDLEST = "middlest"
    MOST = "most"
    PAIN = "pain"

    def __str__(self) -> str:
        return str(self.value)
