from enum import StrEnum


class PadRequestLang(StrEnum):
    CS = "cs"
    EN = "en"

    def __str__(self) -> str:
        return str(self.value)
