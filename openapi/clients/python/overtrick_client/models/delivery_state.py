from enum import StrEnum


class DeliveryState(StrEnum):
    DELIVERED = "delivered"
    FAILED = "failed"
    WAITING = "waiting"

    def __str__(self) -> str:
        return str(self.value)
