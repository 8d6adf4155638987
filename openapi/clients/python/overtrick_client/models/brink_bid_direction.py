from enum import StrEnum


class BrinkBidDirection(StrEnum):
    ACROSS_LEFT = "across-left"
    ACROSS_RIGHT = "across-right"
    LEFT = "left"
    RIGHT = "right"

    def __str__(self) -> str:
        return str(self.value)
