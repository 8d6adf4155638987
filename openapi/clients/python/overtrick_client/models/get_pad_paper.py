from enum import StrEnum


class GetPadPaper(StrEnum):
    A4 = "a4"
    A5 = "a5"
    A6 = "a6"
    LETTER = "letter"

    def __str__(self) -> str:
        return str(self.value)
