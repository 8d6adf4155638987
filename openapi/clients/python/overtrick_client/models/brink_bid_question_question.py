from enum import StrEnum


class BrinkBidQuestionQuestion(StrEnum):
    AUCTION = "auction"
    FINISH = "finish"
    PASS = "pass"
    PLAY = "play"
    TRICK = "trick"

    def __str__(self) -> str:
        return str(self.value)
