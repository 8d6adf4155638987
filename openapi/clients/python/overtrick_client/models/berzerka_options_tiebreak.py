from enum import StrEnum


class BerzerkaOptionsTiebreak(StrEnum):
    FEWER_DISCARDS = "fewer-discards"
    MORE_DISCARDS = "more-discards"
    NONE = "none"

    def __str__(self) -> str:
        return str(self.value)
