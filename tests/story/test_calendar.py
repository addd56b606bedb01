"""Dates agree with everybody else's where everybody has dates, and go on where they have none."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.errors import Refused
from rashomon.story.calendar import LAST_YEAR, Calendar, Month

ASHEN = Calendar.own(
    months=(Month("Frostmonth", 30), Month("Thaw", 7), Month("Ash", 1)),
    days=("Oneday", "Twoday", "Restday"),
    hours_a_day=20,
    era="AR",
    start="3-1-12T18:00",
)


@given(st.datetimes(), st.integers(0, 10**9))
def test_gregorian_dates_are_those_of_python(start: datetime, seconds: int) -> None:
    start = start.replace(microsecond=0)
    calendar = Calendar.gregorian(start.isoformat())
    try:
        there = start + timedelta(seconds=seconds)
    except OverflowError:
        return
    moment = calendar.at(seconds)
    date = (moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
    assert date == there.timetuple()[:6]
    assert moment.weekday == there.weekday()
    assert calendar.day_number(seconds) == (there.date() - start.date()).days + 1


@given(st.integers(-(10**10), 10**13))
def test_later_is_later_on_every_calendar(seconds: int) -> None:
    for calendar in (Calendar.plain(), Calendar.gregorian("1203-04-12T18:00"), ASHEN):
        one, two = calendar.at(seconds), calendar.at(seconds + 1)
        assert (one.year, one.month, one.day, one.hour, one.minute, one.second) < (
            *(two.year, two.month, two.day, two.hour, two.minute, two.second),
        )


@given(st.integers(0, 10**12))
def test_what_a_calendar_shows_it_can_read(seconds: int) -> None:
    for calendar in (Calendar.gregorian("1-1-1"), ASHEN):
        there = calendar.at(seconds)
        if there.year > LAST_YEAR:
            return
        text = f"{there.year}-{there.month}-{there.day}T{there.hour}:{there.minute}:{there.second}"
        assert calendar.parse(text) == calendar.start + seconds


def test_a_moment_reads_as_people_say_it() -> None:
    calendar = Calendar.gregorian("1203-04-12T18:00")
    assert calendar.show(0) == "Saturday 12 April 1203, 18:00"
    assert calendar.show(0, "zh-Hans") == "1203年4月12日 星期六 18:00"
    assert Calendar.plain().show(0) == "day 1, 08:00"
    assert Calendar.plain().show(16 * 3600) == "day 2, 00:00"
    assert Calendar.plain().show(0, "zh") == "第1天 08:00"


def test_a_world_may_have_days_months_and_hours_of_its_own() -> None:
    assert ASHEN.seconds_a_day == 72_000
    assert ASHEN.show(0) == "Oneday 12 Frostmonth 3 AR, 18:00"
    assert ASHEN.show(2 * 3600) == "Twoday 13 Frostmonth 3 AR, 00:00"
    assert ASHEN.show(18 * 72_000) == "Oneday 30 Frostmonth 3 AR, 18:00"
    assert ASHEN.show(26 * 72_000) == "Restday 1 Ash 3 AR, 18:00"
    assert ASHEN.show(27 * 72_000) == "Oneday 1 Frostmonth 4 AR, 18:00"
    own = Calendar.own((Month("腊月", 30),), era="永安", start="3-1-23T18:30")
    assert own.show(0, "zh") == "永安3年腊月23日 18:30"
    assert Calendar.own((Month("Ash", 9),)).show(0) == "1 Ash 1, 08:00"


def test_a_day_begins_at_midnight_not_at_the_hour_the_story_began() -> None:
    calendar = Calendar.gregorian("1203-04-12T23:59")
    assert [calendar.day_number(each) for each in (0, 59, 60, 86_460)] == [1, 1, 2, 3]
    assert calendar.day_number(-86_400) == 0


def test_years_go_beyond_what_python_knows() -> None:
    calendar = Calendar.gregorian("999999-12-31T23:59")
    assert calendar.show(0) == "Friday 31 December 999999, 23:59"
    assert Calendar.gregorian("1-1-1").at(-1).year == 0


@pytest.mark.parametrize(
    ("gap", "english", "chinese"),
    [
        (0, "just now", "刚才"),
        (59, "just now", "刚才"),
        (60, "1 minute earlier", "一分钟前"),
        (150, "2 minutes earlier", "两分钟前"),
        (7_200, "2 hours earlier", "两小时前"),
        (86_399, "23 hours earlier", "23小时前"),
        (3 * 86_400, "3 days earlier", "三天前"),
        (61 * 86_400, "2 months earlier", "两个月前"),
        (800 * 86_400, "2 years earlier", "两年前"),
    ],
)
def test_a_memory_is_dated_in_one_loose_unit(gap: int, english: str, chinese: str) -> None:
    calendar = Calendar.gregorian("1203-04-12T18:00")
    assert calendar.between(1000 - gap, 1000) == english
    assert calendar.between(1000 - gap, 1000, "zh") == chinese


def test_what_is_to_come_is_later() -> None:
    assert Calendar.plain().between(3 * 86_400, 0) == "3 days later"
    assert Calendar.plain().between(500 * 86_400, 0) == "500 days later"
    assert ASHEN.between(0, 72_000) == "1 day earlier"


@pytest.mark.parametrize(
    "text",
    [
        *("", "tomorrow", "0-1-1", "1203-13-01", "1203-02-29", "1203-1-1T24:00"),
        *("1203-1-1T1:60", "1203-1-0", "1000000-1-1", "١٢٠٣-1-1", "1900-2-29"),
    ],
)
def test_what_is_no_date_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Refused, match="is no "):
        Calendar.gregorian(text)


def test_a_leap_day_is_a_day() -> None:
    assert Calendar.gregorian("2000-02-29").at(86_400).month == 3
