from enum import StrEnum


class Trump(StrEnum):
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    NO_TRUMP = "no-trump"
    SPADES = "spades"

    def __str__(self) -> str:
        return str(self.value)
