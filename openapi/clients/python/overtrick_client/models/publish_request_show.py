from enum import StrEnum


class PublishRequestShow(StrEnum):
    SHEET = "sheet"
    STANDINGS = "standings"

    def __str__(self) -> str:
        return str(self.value)
