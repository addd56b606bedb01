"""Steps of confidence: one at a time, and none below doubtful."""

from __future__ import annotations

from rashomon.reflect.proposals import Doubt, Firm
from rashomon.story.mind import CONFIDENCES, Confidence


def raised(confidence: Confidence) -> Confidence:
    """One step up, at most sure."""
    return CONFIDENCES[min(CONFIDENCES.index(confidence) + 1, len(CONFIDENCES) - 1)]


def lowered(confidence: Confidence) -> Confidence:
    """One step down, at least doubtful."""
    return CONFIDENCES[max(CONFIDENCES.index(confidence) - 1, 0)]


def target(change: Firm | Doubt, now: Confidence) -> Confidence:
    """What the confidence of a belief becomes by a change."""
    if change.confidence is not None:
        return change.confidence
    return raised(now) if isinstance(change, Firm) else lowered(now)
