from enum import StrEnum


class ProgramKeyRequestScope(StrEnum):
    ADMIN = "admin"
    DIRECT = "direct"
    READ = "read"
    SCORE = "score"

    def __str__(self) -> str:
        return str(self.value)
