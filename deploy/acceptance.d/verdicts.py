"""Rows of an acceptance table: the requirement, the expected verdict, and the check that returns the current one."""

import http.client
import typing

from client import Unanswered

WORKS, PARTLY, MISSING, NOT_APPLICABLE = "works", "partly", "missing", "not applicable"
RANK = {MISSING: 0, PARTLY: 1, WORKS: 2, NOT_APPLICABLE: 2}


class Outcome(typing.NamedTuple):
    verdict: str
    evidence: str


class Row(typing.NamedTuple):
    specification: int
    number: str
    requirement: str
    expected: str
    check: typing.Callable
    # Whether it measures times, which other programs on the machine distort.
    timed: bool = False

    def outcome(self, walk):
        """The current verdict; an unexpected response counts as missing."""
        try:
            return self.check(walk)
        except (Unanswered, KeyError, IndexError, TypeError, ValueError, AttributeError, OSError,
                http.client.HTTPException) as error:
            return Outcome(MISSING, f"the check ended early: {type(error).__name__} {error}"[:400])


class Specification:
    """The table of one specification; its method `row` is the decorator of checks."""

    def __init__(self, number, title):
        self.number, self.title = number, title
        self.rows = []

    def row(self, number, requirement, expected, timed=False):
        def add(check):
            self.rows.append(Row(self.number, str(number), requirement, expected, check, timed))
            return check
        return add

    def not_applicable(self, number, requirement, reason):
        self.rows.append(Row(self.number, str(number), requirement, NOT_APPLICABLE,
                             lambda walk: Outcome(NOT_APPLICABLE, reason)))


def judged(evidence, **parts):
    """"works" if every part of the requirement is met, "partly" if some are, "missing" if none is. Names of parts are
    sentences with underscores; those not met are the reason."""
    lacking = [name.replace("_", " ") for name, holds in parts.items() if not holds]
    if not lacking:
        return Outcome(WORKS, evidence)
    verdict = PARTLY if len(lacking) < len(parts) else MISSING
    return Outcome(verdict, f"not: {'; '.join(lacking)} ({evidence})")


def argued(outcome, reason):
    """The outcome, with a reason where it is partly."""
    return Outcome(PARTLY, f"{reason}; {outcome.evidence}") if outcome.verdict == PARTLY else outcome


def limited(outcome, reason):
    """"partly" with this reason if the check succeeded; otherwise the check's own result."""
    return Outcome(PARTLY, f"{reason} ({outcome.evidence})") if outcome.verdict == WORKS else outcome
