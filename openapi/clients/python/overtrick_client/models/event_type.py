from enum import StrEnum


class EventType(StrEnum):
    MATCH_CHANGED = "match.changed"
    MATCH_DELETED = "match.deleted"
    MATCH_FINISHED = "match.finished"
    MATCH_HIDDEN = "match.hidden"
    MATCH_OPENED = "match.opened"
    MATCH_PUBLISHED = "match.published"
    MATCH_REOPENED = "match.reopened"

    def __str__(self) -> str:
        return str(self.value)
