"""Story time as the people of the story would say it.

The engine counts seconds since the story's start and never asks a wall clock. A calendar turns them
into a date: Gregorian, the world's own, or, where a world has none, plain days counted from the
first. The arithmetic is our own, on whole numbers, since Python's dates end with the year 9999 and
know neither days of twenty hours nor a month of Frost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import Literal

from rashomon.errors import Refused

HOUR = 3600
LAST_YEAR = 999_999
DEFAULT_START = "1-1-1T08:00"
"""Where a story starts whose world does not say: the morning of the first day."""

_DATE = re.compile(
    r"(\d{1,6})-(\d{1,4})-(\d{1,4})(?:[T ](\d{1,4}):(\d{1,2})(?::(\d{1,2}))?)?", re.ASCII
)
_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_YEAR = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_NUMERALS = "零一两三四五六七八九十"
_WEEK_ZH = "一二三四五六日"


@dataclass(frozen=True, slots=True)
class Month:
    """A month of a world's own year and how many days it has."""

    name: str
    days: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of story time on its calendar; months and days count from 1, weekdays from 0."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int
    weekday: int


@dataclass(frozen=True)
class Calendar:
    """A way to count days, and where on it the story starts.

    `start` is in seconds since the first hour of the first day of the year 1. Negative moments are
    fine: somebody's memory may be older than the count of years.
    """

    kind: Literal["plain", "gregorian", "own"] = "plain"
    start: int = 8 * HOUR
    hours_a_day: int = 24
    days: tuple[str, ...] = ()
    months: tuple[Month, ...] = ()
    era: str = ""

    @classmethod
    def plain(cls) -> Calendar:
        """Count days from the first, for a world without a clock: "day 1, 08:00"."""
        return cls()

    @classmethod
    def gregorian(cls, start: str = DEFAULT_START) -> Calendar:
        """Count as most of us do, reckoned backwards as far as the year 1."""
        return cls("gregorian")._starting(start)

    @classmethod
    def own(
        cls,
        months: tuple[Month, ...],
        days: tuple[str, ...] = (),
        hours_a_day: int = 24,
        era: str = "",
        start: str = DEFAULT_START,
    ) -> Calendar:
        """Count as this world does; day 1 of year 1 bears the first of its day names."""
        return cls("own", 0, hours_a_day, days, months, era)._starting(start)

    def _starting(self, start: str) -> Calendar:
        return Calendar(
            self.kind, self.parse(start), self.hours_a_day, self.days, self.months, self.era
        )

    @property
    def seconds_a_day(self) -> int:
        """How long a day of this calendar is; its hours are ours."""
        return self.hours_a_day * HOUR

    def parse(self, text: str) -> int:
        """Read `YEAR-MONTH-DAYThh:mm` as seconds on the scale of `start`.

        Raises `Refused` with one sentence that says what of it this calendar does not have.
        """
        found = _DATE.fullmatch(text.strip())
        if found is None:
            raise Refused(f"{text!r} is no date; write YEAR-MONTH-DAYThh:mm, as 1203-04-12T18:00")
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
        if not 1 <= year <= LAST_YEAR:
            raise Refused(f"{text!r} is no date; the year should be 1 to {LAST_YEAR}")
        names = len(self.months) or 12
        if not 1 <= month <= names:
            raise Refused(f"{text!r} is no date; the month should be 1 to {names}")
        longest = self._month_length(year, month)
        if not 1 <= day <= longest:
            raise Refused(f"{text!r} is no date; the day of that month should be 1 to {longest}")
        if hour >= self.hours_a_day or minute > 59 or second > 59:
            raise Refused(f"{text!r} is no time; hours go to {self.hours_a_day - 1}, minutes to 59")
        whole = self._day_of(year, month, day)
        return whole * self.seconds_a_day + hour * HOUR + minute * 60 + second

    def at(self, seconds: float) -> Moment:
        """Say which moment it is so many seconds after the story's start."""
        whole, rest = divmod(self.start + floor(seconds), self.seconds_a_day)
        year, month, day = self._date_of(whole)
        minutes, second = divmod(rest, 60)
        weekday = whole % (len(self.days) or 7)
        return Moment(year, month, day, minutes // 60, minutes % 60, second, weekday)

    def day_number(self, seconds: float) -> int:
        """Number the calendar day of a moment; the day on which the story starts is 1."""
        length = self.seconds_a_day
        return (self.start + floor(seconds)) // length - self.start // length + 1

    def show(self, seconds: float, language: str = "en") -> str:
        """Write a moment as a person of the story would: to the minute, in its language."""
        moment, chinese = self.at(seconds), is_chinese(language)
        clock = f"{moment.hour:02}:{moment.minute:02}"
        if self.kind == "plain":
            day = self.day_number(seconds)
            return f"第{day}天 {clock}" if chinese else f"day {day}, {clock}"
        if self.kind == "gregorian":
            year, month, day = moment.year, moment.month, moment.day
            if chinese:
                return f"{year}年{month}月{day}日 星期{_WEEK_ZH[moment.weekday]} {clock}"
            return f"{_WEEK[moment.weekday]} {day} {_YEAR[month - 1]} {year}, {clock}"
        month_name = self.months[moment.month - 1].name
        weekday = self.days[moment.weekday] if self.days else ""
        if chinese:
            parts = (f"{self.era}{moment.year}年{month_name}{moment.day}日", weekday, clock)
            return " ".join(part for part in parts if part)
        parts = (weekday, str(moment.day), month_name, str(moment.year), self.era)
        return f"{' '.join(part for part in parts if part)}, {clock}"

    def between(self, then: float, now: float, language: str = "en") -> str:
        """Say how far `then` lies from `now` in the one unit a person would use.

        Rounded down, for a memory is dated loosely: "3 days earlier", "两小时前", "just now".
        """
        gap = floor(abs(now - then))
        unit, count = "minute", gap // 60
        for name, length in self._units:
            if gap >= length:
                unit, count = name, gap // length
                break
        return _ago(unit, count, then <= now, is_chinese(language))

    @cached_property
    def _units(self) -> tuple[tuple[str, int], ...]:
        """The units of `between`, longest first; own years and months count as long as they are."""
        day = self.seconds_a_day
        year = sum(month.days for month in self.months) or 365
        month = year // len(self.months) if self.months else 30
        units = (("day", day), ("hour", HOUR))
        if self.kind == "plain":
            return units
        longer = (("year", year * day), ("month", month * day)) if month > 1 else ()
        return (*longer, *units)

    def _month_length(self, year: int, month: int) -> int:
        if self.months:
            return self.months[month - 1].days
        return 29 if month == 2 and _is_leap(year) else _LENGTHS[month - 1]

    @cached_property
    def _year_length(self) -> int:
        return sum(month.days for month in self.months)

    def _day_of(self, year: int, month: int, day: int) -> int:
        if self.months:
            before = sum(each.days for each in self.months[: month - 1])
            return (year - 1) * self._year_length + before + day - 1
        before = sum(_LENGTHS[: month - 1]) + (month > 2 and _is_leap(year))
        past = year - 1
        return past * 365 + past // 4 - past // 100 + past // 400 + before + day - 1

    def _date_of(self, whole: int) -> tuple[int, int, int]:
        if self.months:
            past, rest = divmod(whole, self._year_length)
            month = 1
            while rest >= self.months[month - 1].days:
                rest -= self.months[month - 1].days
                month += 1
            return past + 1, month, rest + 1
        # 400 Gregorian years are always 146,097 days. Within them the last century and the last
        # year of four are a day longer than the division thinks, hence each `min`.
        eras, rest = divmod(whole, 146_097)
        centuries = min(rest // 36_524, 3)
        rest -= centuries * 36_524
        fours, rest = divmod(rest, 1_461)
        ones = min(rest // 365, 3)
        rest -= ones * 365
        year, month = eras * 400 + centuries * 100 + fours * 4 + ones + 1, 1
        while rest >= self._month_length(year, month):
            rest -= self._month_length(year, month)
            month += 1
        return year, month, rest + 1


def is_chinese(language: str) -> bool:
    """Tell whether a BCP 47 tag means Chinese, in whichever script or country."""
    return language.replace("_", "-").split("-")[0].lower() in ("zh", "cmn", "yue")


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _ago(unit: str, count: int, before: bool, chinese: bool) -> str:
    if chinese:
        if count == 0:
            return "刚才" if before else "片刻之后"
        name = {"minute": "分钟", "hour": "小时", "day": "天", "month": "个月", "year": "年"}[unit]
        number = _NUMERALS[count] if count <= 10 else str(count)
        return f"{number}{name}{'前' if before else '后'}"
    if count == 0:
        return "just now" if before else "a moment later"
    return f"{count} {unit}{'s' if count > 1 else ''} {'earlier' if before else 'later'}"
