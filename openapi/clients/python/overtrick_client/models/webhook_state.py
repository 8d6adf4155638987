from enum import StrEnum


class WebhookState(StrEnum):
    ACTIVE = "active"
    FAILING = "failing"
    GONE = "gone"
    PAUSED = "paused"

    def __str__(self) -> str:
        return str(self.value)
