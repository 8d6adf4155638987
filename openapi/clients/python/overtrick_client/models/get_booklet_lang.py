from enum import StrEnum


class GetBookletLang(StrEnum):
    CS = "cs"
    EN = "en"

    def __str__(self) -> str:
        return str(self.value)
