from enum import StrEnum


class ContractorCallWord(StrEnum):
    CHALLENGE = "challenge"
    PASS = "pass"

    def __str__(self) -> str:
        return str(self.value)
