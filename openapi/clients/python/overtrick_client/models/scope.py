from enum import StrEnum


class Scope(StrEnum):
    ADMIN = "admin"
    DIRECT = "direct"
    READ = "read"
    SCORE = "score"

    def __str__(self) -> str:
        return str(self.value)
