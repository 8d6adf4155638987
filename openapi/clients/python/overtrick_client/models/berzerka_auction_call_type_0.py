from enum import StrEnum


class BerzerkaAuctionCallType0(StrEnum):
    PASS = "pass"

    def __str__(self) -> str:
        return str(self.value)
