from enum import StrEnum


class OhHellOptionsMissed(StrEnum):
    DIFFERENCE = "difference"
    NOTHING = "nothing"
    TRICKS = "tricks"

    def __str__(self) -> str:
        return str(self.value)
