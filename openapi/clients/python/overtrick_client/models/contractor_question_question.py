from enum import StrEnum


class ContractorQuestionQuestion(StrEnum):
    AUCTION = "auction"
    DISCARD = "discard"
    FINISH = "finish"
    PLAY = "play"
    TRICK = "trick"
    VALUE = "value"

    def __str__(self) -> str:
        return str(self.value)
