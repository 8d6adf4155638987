from enum import StrEnum


class CalendarOfPublishedLang(StrEnum):
    CS = "cs"
    EN = "en"

    def __str__(self) -> str:
        return str(self.value)
