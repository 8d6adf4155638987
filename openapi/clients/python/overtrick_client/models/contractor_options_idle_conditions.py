from enum import StrEnum


class ContractorOptionsIdleConditions(StrEnum):
    ALLOW = "allow"
    REFUSE = "refuse"

    def __str__(self) -> str:
        return str(self.value)
