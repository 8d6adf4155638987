from enum import StrEnum


class QuestionWord(StrEnum):
    AUCTION = "auction"
    DISCARD = "discard"
    FINISH = "finish"
    PLAY = "play"
    TRICK = "trick"

    def __str__(self) -> str:
        return str(self.value)
