from enum import StrEnum


class ContractSabaccCall(StrEnum):
    GUARD = "guard"
    GUARD_AGAINST = "guard-against"
    GUARD_WITHOUT = "guard-without"
    PASS = "pass"
    PUSH = "push"
    TAKE = "take"

    def __str__(self) -> str:
        return str(self.value)
