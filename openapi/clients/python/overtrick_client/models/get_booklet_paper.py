from enum import StrEnum


class GetBookletPaper(StrEnum):
    A4 = "a4"
    A5 = "a5"
    LETTER = "letter"

    def __str__(self) -> str:
        return str(self.value)
