from enum import StrEnum


class ContractorStrain(StrEnum):
    CLUBS = "clubs"
    CRAZYTRUMP = "crazytrump"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    NIL = "nil"
    NO_TRUMP = "no-trump"
    SPADES = "spades"

    def __str__(self) -> str:
        return str(self.value)
