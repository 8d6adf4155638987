from enum import StrEnum


class ContractSabaccContract(StrEnum):
    GUARD = "guard"
    GUARD_AGAINST = "guard-against"
    GUARD_WITHOUT = "guard-without"
    PUSH = "push"
    TAKE = "take"

    def __str__(self) -> str:
        return str(self.value)
