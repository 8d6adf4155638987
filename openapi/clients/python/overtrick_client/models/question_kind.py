from enum import StrEnum


class QuestionKind(StrEnum):
    AUCTION = "auction"
    DISCARD = "discard"
    FINISH = "finish"
    PASS = "pass"
    PLAY = "play"
    TRICK = "trick"
    VALUE = "value"

    def __str__(self) -> str:
        return str(self.value)
