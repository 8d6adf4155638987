from enum import StrEnum


class MariashQuestionQuestion(StrEnum):
    AUCTION = "auction"
    DISCARD = "discard"
    FINISH = "finish"
    PLAY = "play"
    TRICK = "trick"

    def __str__(self) -> str:
        return str(self.value)
