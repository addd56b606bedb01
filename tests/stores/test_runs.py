"""What every store promises of runs: numbers never used again, sums that stay, a bound on all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rashomon
from rashomon import Library
from rashomon.api.story import Story
from rashomon.engine import runs
from rashomon.errors import NotFound, Refused
from rashomon.stores.runs import LONGEST
from rashomon.story.run import Edit, RoleCost, Run, RunStep

WORLD: dict[str, Any] = {
    "id": "hut", "title": "Hut",
    "characters": [{"id": "ada", "name": "Ada"}, {"id": "ben", "name": "Ben"}],
}  # fmt: skip

STEP = RunStep(
    role="keeper", task="grade", owner=None, model="a model", moment=1, system="Grade.",
    prompt="E1 Ada digs. 井", replies=('{"grades": []}', "\udcff\0"),
    edits=(Edit("E1 is 3", "refused", "It was said already."),), notes=("Nothing withheld.",),
    calls=2, read=100, written=10, seconds=1.5, cost=0.25,
)  # fmt: skip
RUN = Run(
    id=0, kind="keep", turn=1, commit=None, at=5.0, status="done", reason="", steps=(STEP,)
)  # fmt: skip


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


def told(library: Library, turns: int = 3) -> Story:
    """A story of so many turns."""
    story = library.create(WORLD)
    for n in range(turns):
        story.record({"steps": [{"who": "ada", "says": f"Word{n} it is."}]})
    return story


def keep(story: Story, run: Run, **more: Any) -> int:
    return runs.keep_run(story.context, story.id, run, **more)


def test_a_run_is_read_as_it_was_written(library: Library) -> None:
    story = told(library)
    number = keep(story, replace(RUN, commit=2, status="failed", reason="Out of time."))
    assert story.run(number) == replace(
        RUN, id=number, commit=2, status="failed", reason="Out of time."
    )
    (listed,) = story.runs()
    assert (listed.id, listed.kind, listed.turn, listed.commit) == (number, "keep", 1, 2)
    assert (listed.calls, listed.read, listed.written, listed.seconds) == (2, 100, 10, 1.5)
    assert (listed.cost, listed.pruned) == (0.25, False)
    with pytest.raises(NotFound):
        story.run(number + 1)


def test_runs_are_listed_newest_first_in_pages_and_by_kind(library: Library) -> None:
    story = told(library)
    kinds = ("keep", "reflect", "turn", "recall", "keep")
    numbers = [keep(story, replace(RUN, kind=kind)) for kind in kinds]  # type: ignore[arg-type]
    assert numbers == [1, 2, 3, 4, 5]
    assert [each.id for each in story.runs()] == [5, 4, 3, 2, 1]
    assert [each.id for each in story.runs(limit=2)] == [5, 4]
    assert [each.id for each in story.runs(limit=2, before=4)] == [3, 2]
    assert [each.id for each in story.runs(kind="keep")] == [5, 1]
    with pytest.raises(Refused, match="did you mean 'reflect'"):
        story.runs(kind="reflet")


def test_a_run_may_belong_to_a_commit_and_is_gone_with_it(library: Library) -> None:
    story = told(library)
    try:
        with story.context.store.writing(story.id) as unit:
            unit.commit("edit", "author", 3)
            assert runs.write(unit, RUN) == 1
            raise RuntimeError
    except RuntimeError:
        pass
    assert (story.runs(), story.cost().roles) == ([], ())
    assert keep(story, RUN) == 1


def test_undo_takes_the_runs_of_later_turns_and_numbers_are_never_used_again(
    library: Library,
) -> None:
    story = told(library)
    numbers = [keep(story, replace(RUN, turn=turn)) for turn in (1, 3, 2, 3)]
    story.undo()
    assert [each.id for each in story.runs()] == [numbers[2], numbers[0]]
    for gone in (numbers[1], numbers[3]):
        with pytest.raises(NotFound):
            story.run(gone)
    assert keep(story, RUN) == numbers[-1] + 1


def test_what_was_spent_stays_spent(library: Library) -> None:
    story = told(library)
    free = replace(STEP, role="check", owner="ada", cost=None, calls=1)
    for _ in range(3):
        keep(story, replace(RUN, turn=3, steps=(STEP, free, replace(STEP, cost=None))))
    whole = (
        RoleCost("check", 3, 300, 30, 4.5, None, 0),
        RoleCost("keeper", 12, 600, 60, 9.0, 0.75, 6),
    )
    assert story.cost().roles == whole
    assert story.cost().total == RoleCost("", 15, 900, 90, 13.5, 0.75, 6)
    story.undo()
    assert story.runs() == []
    assert story.cost().roles == whole


def test_a_run_of_a_turn_that_was_taken_back_meanwhile_leaves_only_what_it_took(
    library: Library,
) -> None:
    story = told(library)
    seen = story.record({"steps": [{"who": "ada", "says": "Taken back."}]}).commit
    story.undo()
    keep(story, replace(RUN, turn=4, status="dropped"))
    done = story.record({"steps": [{"who": "ada", "says": "Said instead."}]})
    keep(story, replace(RUN, turn=4, status="dropped"), seen=seen)
    assert story.runs() == []
    assert story.cost().total.calls == 4
    last = keep(story, replace(RUN, turn=4), seen=done.commit)
    own = keep(story, replace(RUN, turn=4, commit=done.commit), seen=seen)
    assert [each.id for each in story.runs()] == [own, last]
    assert (last, own) == (3, 4)


def test_the_steps_of_the_oldest_runs_go_when_all_take_too_much(library: Library) -> None:
    story = told(library)
    noise = "".join(chr(0x4E00 + n * 7919 % 20000) for n in range(5000))
    big = replace(RUN, steps=(replace(STEP, prompt=noise),))
    sizes: list[bool] = []
    with story.context.store.writing(story.id) as unit:
        for _ in range(5):
            unit.write_run(big, room=40_000)
        sizes = [each.pruned for each in unit.runs()]
    assert sizes[0] is False
    assert sizes[-1] is True
    assert sizes == sorted(sizes)
    kept = sizes.count(False)
    first, last = story.run(1), story.run(5)
    assert (first.steps, first.pruned, last.steps, last.pruned) == ((), True, big.steps, False)
    assert story.cost().total.calls == 10
    with story.context.store.writing(story.id) as unit:
        unit.prune_runs(0)
    assert [each.pruned for each in story.runs()] == [True] * 5
    assert kept < 5
    story.set("runs.megabytes", 0)
    assert story.run(keep(story, RUN)).pruned


def test_a_text_that_is_far_too_long_is_cut_and_says_so(library: Library) -> None:
    story = told(library)
    long = replace(STEP, prompt="x" * (LONGEST + 1), replies=("ok", "y" * (2 * LONGEST)))
    (step,) = story.run(keep(story, replace(RUN, steps=(long,)))).steps
    assert (len(step.prompt), [len(each) for each in step.replies]) == (LONGEST, [2, LONGEST])
    assert step.notes == (
        *STEP.notes,
        f"Of the prompt, {LONGEST} of {LONGEST + 1} characters are kept.",
        f"Of the reply 2, {LONGEST} of {2 * LONGEST} characters are kept.",
    )


def test_a_branch_and_an_export_have_no_runs(library: Library, tmp_path: Path) -> None:
    story = told(library)
    keep(story, RUN)
    other = story.branch(turn=2)
    back = library.import_(library.export(story.id, tmp_path / "hut.jsonl"), as_="back")
    assert "井" not in (tmp_path / "hut.jsonl").read_text("utf-8")
    for each in (other, back):
        assert (each.runs(), each.cost().roles) == ([], ())
        assert keep(each, RUN) == 1
    assert len(story.runs()) == 1
