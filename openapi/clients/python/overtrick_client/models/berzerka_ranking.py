from enum import StrEnum


class BerzerkaRanking(StrEnum):
    INVERTED = "inverted"
    NORMAL = "normal"

    def __str__(self) -> str:
        return str(self.value)
