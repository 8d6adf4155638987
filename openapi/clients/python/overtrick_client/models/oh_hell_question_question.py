from enum import StrEnum


class OhHellQuestionQuestion(StrEnum):
    AUCTION = "auction"
    FINISH = "finish"
    PLAY = "play"
    TRICK = "trick"

    def __str__(self) -> str:
        return str(self.value)
