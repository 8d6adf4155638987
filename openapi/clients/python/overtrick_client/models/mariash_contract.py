from enum import StrEnum


class MariashContract(StrEnum):
    GAME = "game"
    HUNDRED = "hundred"
    HUNDRED_SEVEN = "hundred-seven"
    SEVEN = "seven"

    def __str__(self) -> str:
        return str(self.value)
