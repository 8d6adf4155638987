from enum import StrEnum


class HouseRulesIdleConditions(StrEnum):
    ALLOW = "allow"
    REFUSE = "refuse"

    def __str__(self) -> str:
        return str(self.value)
