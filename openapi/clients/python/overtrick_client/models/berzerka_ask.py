from enum import StrEnum


class BerzerkaAsk(StrEnum):
    PAIN_SUIT = "pain_suit"
    RANKING = "ranking"
    TRUMP = "trump"

    def __str__(self) -> str:
        return str(self.value)
