from enum import StrEnum


class Showing(StrEnum):
    SHEET = "sheet"
    STANDINGS = "standings"

    def __str__(self) -> str:
        return str(self.value)
