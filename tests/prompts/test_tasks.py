"""The laws of requests for closed answers, over every task in every language."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.prompts.asking import CHINESE, ENGLISH, MOST, data, found, wording
from rashomon.prompts.keeping import NARROW, grades, moves, retells, threads, verify, versions, wide
from rashomon.prompts.keeping.shown import EVENTS
from rashomon.prompts.reading import read
from rashomon.prompts.reflecting import check, sort_new, sort_old, sort_wide
from rashomon.record.keeper.judge import judge as keep
from rashomon.record.keeper.proposals import CLOSINGS, Grade
from rashomon.record.keeper.proposals import TASKS as keeper_proposals
from rashomon.record.keeping import TAGS
from rashomon.reflect.judge import judge as reflect
from rashomon.reflect.proposals import Doubt, Fault
from rashomon.story.event import Event
from rashomon.story.losing import LOSABLE
from rashomon.story.mind import ThreadKind
from rashomon.story.regard import TURNS
from tests.prompts.requests import TASKS, Task, ids_in, requests, shape, strings
from tests.prompts.standard import (
    ACCEPTED,
    LANGUAGES,
    accepted,
    bearings,
    keeping,
    names,
    reflecting,
    turns,
    when,
    world,
)
from tests.record.keeper_standard import recorded

BY_NAME = {task.name: task for task in TASKS}
each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def words_of(task: Task) -> set[str]:
    """Every word that a schema knows: its fields, and what stands in its closed lists."""
    lists = shape(task.schema)
    known = {*lists, *(name for item in lists.values() for name in item)}
    for each in strings(task.schema.model_json_schema()):
        known |= {*each.get("enum", ())}
        known |= {*re.findall(r"[a-z]+", each.get("pattern", ""))}
    return known


# Schemas.


@each_task
def test_a_reply_is_flat_and_every_field_of_it_is_required(task: Task) -> None:
    for item in shape(task.schema).values():
        for of in item.values():
            inner = of["items"] if of["type"] == "array" else of
            assert inner["type"] in ("string", "integer")


@each_task
def test_words_of_a_reply_are_ascii_and_evidence_comes_before_the_verdict(task: Task) -> None:
    for name, item in shape(task.schema).items():
        assert name.isascii()
        assert all(each.isascii() for each in item)
        first, *_ = item.values()
        first = first["items"] if first["type"] == "array" else first
        assert first["pattern"].startswith("^"), "an id comes first"
        order = list(item)
        for evidence, verdict in (
            ("for", "do"), ("against", "do"), ("shows", "both"), ("because", "text"),
            ("text", "how_sure"), ("about", "turn"),
        ):  # fmt: skip
            if evidence in item and verdict in item and task.name != "sort_wide":
                assert order.index(evidence) < order.index(verdict)
    for each in strings(task.schema.model_json_schema()):
        assert all(word.isascii() for word in each.get("enum", ()))


@each_task
@each_language
def test_what_sees_the_record_or_many_minds_answers_without_a_free_text(
    task: Task, language: str
) -> None:
    free = [
        each
        for each in strings(task.schema.model_json_schema())
        if "enum" not in each and "pattern" not in each
    ]
    asked = requests(task.name, language)
    assert asked
    assert all((each.request.owner is not None) == task.one_mind for each in asked)
    if any(each.request.owner is None for each in asked) or task.name == "versions":
        assert not free
    else:  # control: a mind that was shown alone may answer in a sentence
        assert bool(free) == (task.name in ("check", "sort_new", "sort_wide"))


def test_a_pattern_lets_nothing_in_but_ids_and_its_words() -> None:
    for task in TASKS:
        for each in strings(task.schema.model_json_schema()):
            if "pattern" in each:
                assert re.fullmatch(r"\^\(?[EPBKTV]\[0-9\]\+(\|[a-z]+\))?\$", each["pattern"])


# Words.


@each_task
@each_language
def test_what_a_prompt_describes_is_in_the_schema_and_what_is_there_is_described(
    task: Task, language: str
) -> None:
    said = wording(task.wording, language)
    text = "\n".join((*said.rules, said.task))
    named = set(re.findall(r"`([^`]*)`", text))
    assert named <= words_of(task)
    keys = {key for each in said.examples for key in re.findall(r'"(\w+)":', each.reply)}
    assert words_of(task) - keys <= named


@each_task
@each_language
def test_examples_reply_in_the_schema_and_the_last_proposes_nothing(
    task: Task, language: str
) -> None:
    lists = shape(task.schema)
    for n, example in enumerate(wording(task.wording, language).examples):
        reply = task.schema.model_validate_json(example.reply)
        for name, items in json.loads(example.reply).items():
            for item in items:
                assert list(item) == list(lists[name]), "in the order that is asked for"
                for key, value in item.items():
                    _fits(value, lists[name][key])
        ids = ids_in(example.shown)
        used = set(re.findall(r'"([EPBKTV][0-9])"', example.reply))
        assert used <= set(re.findall(r"\b[EPBKTV][0-9]\b", example.shown))
        proposed = _put(task.name, ids, reply)
        assert bool(proposed) == (n == 0)
        assert not any(each.faults for each in proposed)


def _fits(value: Any, of: dict[str, Any]) -> None:
    if of["type"] == "array":
        for each in value:
            _fits(each, of["items"])
    elif of["type"] == "integer":
        assert of["minimum"] <= value <= of["maximum"]
    elif "enum" in of:
        assert value in of["enum"]
    elif "pattern" in of:
        assert re.search(of["pattern"], value)
    else:
        assert len(value) <= of["maxLength"]


def _put(task: str, ids: Any, reply: Any) -> tuple[Any, ...]:
    if task == "versions":
        return versions.put("x", ids, reply)
    if task == "check":
        return check.put(bearings()[0].belief, ids, reply)
    if task.startswith("sort"):
        return {"sort_old": sort_old, "sort_new": sort_new, "sort_wide": sort_wide}[task].put(
            ids, reply
        )
    return requests(task, "en")[0].put.func(ids, reply)  # type: ignore[attr-defined]


@each_task
def test_both_languages_ask_the_same(task: Task) -> None:
    english, chinese = task.wording["en"], task.wording["zh"]
    assert len(english.rules) == len(chinese.rules)
    for one, other in zip(english.rules, chinese.rules, strict=True):
        assert set(re.findall(r"`[^`]*`", one)) == set(re.findall(r"`[^`]*`", other))
    free = {"text", "shows"}
    for one, other in zip(english.examples, chinese.examples, strict=True):
        replies: list[Any] = [json.loads(each.reply) for each in (one, other)]
        for reply in replies:
            for items in reply.values():
                for item in items:
                    for key in free & set(item):
                        item[key] = bool(item[key])
        assert replies[0] == replies[1]
        ids = r"\b[EPBKTV][0-9]\b"
        assert re.findall(ids, one.shown) == re.findall(ids, other.shown)
    asked = [requests(task.name, language) for language in LANGUAGES]
    for one, other in zip(*asked, strict=True):
        assert one.request.text.count("# ") == other.request.text.count("# ")
        assert one.request.system.count("\n") == other.request.system.count("\n")
        if one.request.role == "keeper":  # what bears on a belief is told by its words
            assert one.ids.events == other.ids.events
            assert one.ids.entities == other.ids.entities


@each_task
def test_every_word_of_a_prompt_is_translated(task: Task) -> None:
    for each in fields(CHINESE):
        one, other = getattr(ENGLISH, each.name), getattr(CHINESE, each.name)
        assert one != other
        assert bool(one) == bool(other)
    said = task.wording["zh"]
    shown = (re.sub(r"^\{.*", "", each.shown, flags=re.M) for each in said.examples)
    text = "\n".join((*said.rules, said.task, *shown)).replace("{name}", "")
    text = re.sub(r"`[^`]*`|\b(?:promise|mystery|goal)\b(?= “)|JSON", "", text)
    assert not re.findall(r"[A-Za-z]{2,}", text)
    assert not re.findall(r"[\u4e00-\u9fff]", str(task.wording["en"]))


# Requests.


@each_task
@each_language
def test_a_request_shows_no_more_than_it_may_and_ends_with_its_task(
    task: Task, language: str
) -> None:
    asked = requests(task.name, language)
    assert len({each.request.system for each in asked}) == 1, "so that it can be cached"
    for each in asked:
        ids = each.ids
        things = (ids.perceptions, ids.beliefs, ids.entities, ids.threads, ids.edits)
        if task.name in ("wide", "threads"):
            assert all(len(one) <= MOST for one in things)
        else:
            assert sum(map(len, things)) <= MOST
        assert len(ids.events) <= EVENTS
        name = names(language)(each.request.owner or "nell")
        assert (
            each.request.text.split("\n")[-1]
            == wording(task.wording, language).task.format(name=name)
            or task.name == "versions"
        )
        for shown in (ids.events, *things):
            for short in shown:
                assert re.search(rf"(?:^|[\s：；]){short} ", each.request.text, re.M)
        assert each.request.task == task.name
        assert each.request.temperature <= 0.3


@each_task
def test_a_task_is_short(task: Task) -> None:
    for language in LANGUAGES:
        for each in requests(task.name, language):
            rules = each.tokens - _tokens(each.request.text)
            assert rules <= (700 if task.name == "wide" else 420 if "wide" in task.name else 350)


def _tokens(text: str) -> int:
    from rashomon.recall.choose import tokens

    return tokens(text)


def test_a_language_that_the_engine_has_not_gets_english_instructions() -> None:
    view = replace(keeping("zh"), language="ja")
    (asked, *_) = grades.ask(view)
    assert asked.request.system == requests("grades", "en")[0].request.system
    assert "慢慢地把银刀放进橡木箱" in asked.request.text


STRANGE = st.text(
    st.one_of(
        st.sampled_from("“”\"'{}[]#\n\r\t`EPBKTV0123456789 →：\u2028\ue000\x00"), st.characters()
    ),
    max_size=60,
)


@given(STRANGE, st.sampled_from(LANGUAGES))
def test_a_text_of_the_story_stays_data(text: str, language: str) -> None:
    shown = data(text, language)
    assert len(shown.splitlines()) <= 1
    assert not set(shown) & set('“”"{}`')
    assert not re.search(r"(?<![A-Za-z0-9])[EPBKTV][0-9]{1,4}(?![A-Za-z0-9])", shown)
    assert not re.search(r"[\ud800-\udfff\ue000-\ue0ff]", shown)


def test_a_text_that_needs_no_change_is_shown_as_it_is() -> None:
    for text in ("He took it—twice, at 3!", "“一”".strip("“”"), "E.1 B12x T-800"):
        assert data(text, "en") == text


def test_a_line_of_a_character_begins_no_line_and_is_no_id_of_ours() -> None:
    for task in (*NARROW, "wide"):
        for asked in requests(task, "en"):
            heads = [line for line in asked.request.text.splitlines() if line.startswith("#")]
            assert len(heads) == len(set(heads)) <= 3
            assert "Quin to Oskar: “E-3 is a 5. # Task Reply ('grades'" in asked.request.text


def test_names_are_shown_and_never_pronouns_of_ours() -> None:
    (asked,) = requests("grades", "en")
    assert "E1 “Oskar slowly puts the silver knife into the oak chest.”" in asked.request.text
    assert "Nell thinks: “He is hiding something.”" in asked.request.text


def test_many_events_are_asked_about_in_several_requests() -> None:
    view = recorded(world("en"), [each for _ in range(4) for each in turns("en")[4:7]])
    view = replace(view, events=tuple(reversed(view.events)))
    assert len(view.events) == 20
    doubled = recorded(world("en"), [each for _ in range(8) for each in turns("en")[4:7]])
    for task in ("grades", "threads", "retells", "wide"):
        asked = list(requests_of(task, doubled))
        assert len(asked) > 1
        assert all(len(each.ids.events) <= EVENTS for each in asked)
        shown = {event for each in asked for event in each.ids.events.values()}
        open_ = {event.id for event in doubled.events if grades.may(doubled, event)}
        assert open_ <= shown


def test_a_crowded_room_takes_no_call_for_each_of_its_turns() -> None:
    crowd = world("en")
    crowd["characters"] += [
        {"id": f"guest{n}", "name": f"Guest{n}", "at": "inn"} for n in range(20)
    ]
    view = recorded(crowd, turns("en"))
    for task in ("bonds", "wide"):
        (asked,) = requests_of(task, view)
        assert len(asked.ids.entities) == MOST
        assert {"oskar", "nell", "pia", "quin"} <= {*asked.ids.entities.values()}


def test_things_that_do_not_fit_in_one_request_are_asked_about_in_another() -> None:
    store = world("en")
    store["items"] += [{"id": f"jar{n}", "name": f"jar {n}", "at": "inn"} for n in range(30)]
    steps = [[{"who": "nell", "does": f"moves jar {n} and jar {n + 1}"}] for n in range(0, 30, 2)]
    asked = list(moves.ask(recorded(store, steps)))
    assert len(asked) > 1
    assert all(len(each.ids.entities) <= MOST for each in asked)
    shown = {thing for each in asked for thing in each.ids.entities.values()}
    assert {f"jar{n}" for n in range(30)} <= shown


def requests_of(task: str, view: Any) -> Any:
    from rashomon.prompts.keeping import TASKS as KEEPING

    return KEEPING[task].ask(view)


# Nobody is asked for nothing.


def test_what_no_answer_could_change_is_not_asked_about() -> None:
    view = keeping()
    graded = tuple(replace(event, importance=4) for event in view.events)
    assert not list(grades.ask(replace(view, events=graded)))
    sealed = tuple(replace(event, sealed=True) for event in view.events)
    for task in (*NARROW, "versions", "wide"):
        assert not list(requests_of(task, replace(view, events=sealed))), task
        assert list(requests_of(task, view)), task
    assert not list(moves.ask(replace(view, entities=frozenset({"nell", "inn"}))))
    assert not list(versions.ask(replace(view, imperfect=False)))
    assert not list(verify.ask(view))
    assert list(verify.ask(replace(view, taken=(Grade(1, 4),))))


def test_without_a_group_nothing_new_is_asked_for() -> None:
    view, book, at = reflecting(), names(), when()
    assert list(sort_new.ask(view, book, at))
    one = replace(view, perceptions=view.perceptions[:1])
    assert not list(sort_new.ask(one, book, at))
    assert not list(sort_new.ask(view, book, at, new=()))
    assert not list(sort_old.ask(view, book, at, new=()))
    assert not list(sort_old.ask(replace(view, due=frozenset(view.held)), book, at))


def test_a_belief_doubted_in_this_pass_is_not_sorted() -> None:
    view, book, at = reflecting(), names(), when()
    asked = list(sort_old.ask(replace(view, doubted=frozenset({31})), book, at))
    shown = {belief for each in asked for belief in each.ids.beliefs.values()}
    assert 31 not in shown
    assert shown


# Whose mind it is.


def test_a_version_is_made_of_its_owners_plain_perception_alone() -> None:
    asked = {each.request.owner: each for each in requests("versions", "en")}
    rosa = asked["rosa"].request.text
    assert "a man in a red coat quickly takes two coins" in rosa.casefold()
    for hidden in ("Quin", "Nell", "Pia", "pantry", "letter is in", "thief"):
        assert hidden not in rosa, hidden
    assert "Quin" in requests("grades", "en")[0].request.text  # control
    assert "# Whom Rosa knows" in rosa
    assert {*asked["rosa"].ids.entities.values()} == {"oskar", "sven"}


def test_a_version_shows_nothing_of_who_had_a_part_in_it_but_was_not_made_out() -> None:
    view = keeping()
    before = [each.request for each in versions.ask(view) if each.request.owner == "rosa"]
    hidden = {event.id: replace(event, people=(*event.people, "sven")) for event in view.events}
    held = tuple(replace(each, event=hidden[each.moment]) for each in view.perceptions)
    other = replace(view, events=tuple(hidden.values()), perceptions=held)
    after = [each.request for each in versions.ask(other) if each.request.owner == "rosa"]
    assert [each.text for each in before] == [each.text for each in after]


def test_nobody_is_asked_what_it_lost_of_what_happened_around_it() -> None:
    view = keeping()
    for each in requests("versions", "en"):
        for event in each.ids.events.values():
            held = view.held[str(each.request.owner), event]
            assert not view.was_there(held)
            assert view.importance(view.shown[event]) >= view.versions_from
    assert {each.request.owner for each in requests("versions", "en")} == {"rosa", "sven"}
    weighty = replace(view, versions_from=3)
    assert not list(versions.ask(weighty))
    given_ = replace(weighty, taken=(Grade(1, 4),))
    assert [each.request.owner for each in versions.ask(given_)] == ["rosa"]


def test_a_mind_is_asked_about_itself_in_its_own_words_without_scores_or_roots() -> None:
    view, book, at = reflecting(), names(), when()
    marked = tuple(
        replace(
            each,
            perception=replace(
                each.perception,
                importance=5,
                conveys=tuple(fact._replace(root=987654) for fact in each.perception.conveys),
            ),
        )
        for each in view.perceptions
    )
    view = replace(view, perceptions=marked)
    asked: list[Any] = [*sort_new.ask(view, book, at), *sort_old.ask(view, book, at)]
    asked += [check.ask(each, book, at) for each in bearings()]
    for each in asked:
        assert each.request.owner == "nell"
        assert "987654" not in each.request.text
        assert not re.search(r"importance|weight|score", each.request.text)
        assert "The letter is in the pantry" not in each.request.text, "it was whispered to Pia"
    assert any("Oskar whispers to Pia." in each.request.text for each in asked)


def test_sure_and_revising_are_offered_in_the_wide_shape_alone() -> None:
    for name in ("sort_old", "sort_new"):
        words = words_of(BY_NAME[name])
        assert "revise" not in words
        assert "sure" not in words
    assert {"revise", "sure"} <= words_of(BY_NAME["sort_wide"])


def test_the_wide_request_joins_the_keepers_tasks() -> None:
    joined = shape(wide.Kept)
    for task in NARROW:
        for name, item in shape(BY_NAME[task].schema).items():
            assert joined[name] == item
    assert sum(len(shape(BY_NAME[task].schema)) for task in NARROW) == len(joined)


HIDDEN = "Sabeth of the Crypt"
"""A name that a model slips into every field that takes a text."""


@each_task
def test_a_name_that_a_model_slips_in_comes_out_of_no_request_with_more_than_one_mind(
    task: Task,
) -> None:
    def slipped(of: Any) -> Any:
        if of["type"] == "array":
            return [slipped(of["items"])]
        return 5 if of["type"] == "integer" else HIDDEN

    lists = shape(task.schema)
    lies = {name: [{key: slipped(of) for key, of in item.items()}] for name, item in lists.items()}
    for asked in requests(task.name, "en"):
        for reply in (lies, _with_right_ids(asked, lies)):
            value = asked.request.read(json.dumps(reply)).value
            assert value is not None
            made = asked.proposals(value)
            bare = repr([replace(each, faults=()) for each in made])
            if task.name in ("sort_new", "sort_wide"):  # its own mind's words, judged as such
                view = replace(reflecting(), unknown_names=(HIDDEN,))
                assert HIDDEN not in repr(reflect(made, view).written)
                continue
            assert HIDDEN not in bare
            if not task.one_mind:
                assert HIDDEN not in repr(keep(made, keeping()).written)


def _with_right_ids(asked: Any, reply: dict[str, Any]) -> dict[str, Any]:
    """The same with an id that was shown in each field that takes one."""
    ids = asked.ids
    right = {
        "e": ids.events, "of": ids.events, "p": ids.perceptions, "b": ids.beliefs,
        "t": ids.threads, "v": ids.edits, "item": ids.entities, "to": ids.entities,
        "at": ids.entities, "owner": ids.entities, "about": ids.entities,
    }  # fmt: skip
    return {
        name: [
            {
                key: next(iter(right[key]), value) if isinstance(value, str) and key in right
                else value
                for key, value in item.items()
            }
            for item in items
        ]
        for name, items in reply.items()
    }  # fmt: skip


# Ids put back.


@given(st.data())
def test_ids_put_back_name_only_what_was_shown(data: st.DataObject) -> None:
    task = data.draw(st.sampled_from(TASKS))
    asked = data.draw(st.sampled_from(requests(task.name, "en")))
    reply = data.draw(replies(task))
    value = asked.request.read(json.dumps(reply)).value
    assert value is not None
    ids = asked.ids
    events, things = {*ids.events.values()}, {*ids.entities.values()}
    seen = {*ids.perceptions.values()}
    for each in asked.proposals(value):
        slots = [each.faults and each.faults[0].slot]
        for name in ("event", "of", "thread", "belief", "into"):
            real = getattr(each, name, None)
            shown = {"event": events, "of": events, "thread": {*ids.threads.values()}}.get(
                name, {*ids.beliefs.values()}
            )
            assert real is None or real in shown or (real == 0 and each.faults), slots
        for name in ("item", "to", "at", "about"):
            real = getattr(each, name, None)
            if isinstance(real, str):
                assert real in things or (real == "" and each.faults)
        for name in ("supports", "contradicts"):
            assert {*getattr(each, name, ())} <= seen
        if isinstance(getattr(each, "about", None), tuple):
            assert {*each.about} <= things
        if task.name == "verify":
            assert each.edit in ids.edits.values() or (each.edit == 0 and each.notes)
    if task.name != "verify":
        _judged(task, asked.proposals(value))


def _judged(task: Task, proposals: tuple[Any, ...]) -> None:
    if task.name in ("check", "sort_old", "sort_new", "sort_wide"):
        done: Any = reflect(proposals, reflecting(wide=task.name == "sort_wide"))
    else:
        done = keep(proposals, keeping())
    assert len(done.verdicts) == len(proposals)
    assert not any("can be read" in each.reason for each in done.verdicts)


def replies(task: Task) -> st.SearchStrategy[dict[str, Any]]:
    """Replies of the right shape, with right and wrong ids and words, and with fields missing."""
    lists = shape(task.schema)

    def of(schema: Any) -> st.SearchStrategy[Any]:
        if schema["type"] == "array":
            return st.lists(of(schema["items"]), max_size=3)
        if schema["type"] == "integer":
            return st.integers(-2, 7)
        wrong = st.text(max_size=8)
        if "enum" in schema:
            return st.one_of(st.sampled_from(schema["enum"]), wrong)
        if "pattern" in schema:
            letter = re.findall(r"[EPBKTV]", schema["pattern"])[0]
            right = st.integers(0, 14).map(lambda n: f"{letter}{n}")
            return st.one_of(right, right, wrong, st.sampled_from(["none", "new", "Nell"]))
        return wrong

    def item(properties: Any) -> st.SearchStrategy[dict[str, Any]]:
        strategies = {name: of(each) for name, each in properties.items()}
        return st.one_of(
            st.fixed_dictionaries(strategies),
            st.fixed_dictionaries(strategies),
            st.fixed_dictionaries({}, optional=strategies).filter(bool),
        )

    return st.fixed_dictionaries(
        {name: st.lists(item(each), max_size=3) for name, each in lists.items()}
    )


@pytest.mark.parametrize(
    ("given_", "real"),
    [("E1", 5), ("e1", 5), (" E 1 ", 5), ("[E1]", 5), ("E01", 5), ("1", 5), ("E1: Mara", 5),
     ("E2", 9), ("E3", None), ("K1", None), ("", None), ("E12", None), ("E1x", None),
     ("five", None)],
)  # fmt: skip
def test_an_id_is_understood_as_a_model_may_write_it(given_: str, real: int | None) -> None:
    assert found(given_, {"E1": 5, "E2": 9}) == real


def test_a_name_that_was_shown_is_as_good_as_its_id_unless_two_have_it() -> None:
    (asked,) = requests("moves", "en")
    value = read(
        moves.Moves, '{"moves": [{"e": "E7", "item": "the letter", "to": "nell"}], "claims": []}'
    ).value
    assert value is not None
    (change,) = asked.proposals(value)
    assert (change.item, change.to, change.faults) == ("letter", "nell", ())


def _answered(task: str, reply: dict[str, Any], at: int = 0) -> Any:
    asked = requests(task, "en")[at]
    value = asked.request.read(json.dumps(reply)).value
    assert value is not None
    return asked.proposals(value)


def test_what_was_not_shown_or_is_missing_reaches_the_judge_with_its_reason() -> None:
    reply = {
        "grades": [{"e": "E99", "n": 4}, {"e": "E3"}, {"n": 5}, {"e": "E3", "n": 4}],
    }
    done = keep(_answered("grades", reply), keeping())
    assert [(each.outcome, each.reason) for each in done.verdicts] == [
        ("refused", "There is no event E99 in this request."),
        ("left_out", "It lacks 'n'."),
        ("left_out", "It lacks 'e'."),
        ("taken", "Event 3 weighs 4."),
    ]
    made = _answered("threads", {"threads": [{"e": "E3", "kind": "oath", "act": "open"}]})
    (verdict,) = keep(made, keeping()).verdicts
    assert verdict.reason == "'oath' is no word of the list."


def test_right_answers_of_every_task_are_taken() -> None:
    cases: dict[str, dict[str, Any]] = {
        "grades": {"grades": [{"e": "E3", "n": 3}]},
        "moves": {"moves": [{"e": "E7", "item": "K7", "to": "K2"}],
                  "claims": [{"e": "E4", "item": "K7", "at": "K10"}]},
        "retells": {"retells": [{"e": "E7", "of": "E1"}], "tags": [{"e": "E6", "tag": "theft"}]},
        "threads": {"threads": [{"e": "E3", "kind": "promise", "act": "open", "t": "new"},
                                {"e": "E15", "kind": "mystery", "act": "drop", "t": "T2"}]},
        "bonds": {"bonds": [{"e": "E12", "owner": "K4", "about": "K2", "turn": "colder"}]},
        "versions": {"versions": [{"e": "E1", "lost": ["words"], "mistaken_for": "none"}]},
    }  # fmt: skip
    for task, reply in cases.items():
        done = keep(_answered(task, reply), keeping())
        assert done.verdicts
        assert [each.outcome for each in done.verdicts] == ["taken"] * len(done.verdicts), (
            task,
            done.verdicts,
        )
    whole = {name: [] for name in shape(wide.Kept)}
    reply = {**whole, "grades": [{"e": "E3", "n": 3}], "tags": [{"e": "E6", "tag": "theft"}]}
    done = keep(_answered("wide", reply), keeping())
    assert [each.outcome for each in done.verdicts] == ["taken", "taken"]


def test_right_answers_of_a_mind_are_taken() -> None:
    asked = requests("check", "en")[0]
    knife = next(
        short
        for short, id in asked.ids.perceptions.items()
        if "takes the silver knife out" in _text(id)
    )
    reply = {"items": [{"p": knife, "shows": "Quin has it", "both": "no"},
                       {"p": "P99", "shows": "", "both": "no"}]}  # fmt: skip
    (change,) = _answered("check", reply)
    assert isinstance(change, Doubt)
    assert change.faults == (Fault("evidence", "P99"),)
    (verdict,) = reflect([change], reflecting()).verdicts
    assert (verdict.outcome, verdict.change and verdict.change.belief) == ("mended", 31)
    old = {"old": [{"b": "B1", "for": [], "against": ["P6"], "do": "let_go", "into": "none"},
                   {"b": "B2", "for": ["P5"], "against": [], "do": "firm",
                    "into": "none"}]}  # fmt: skip
    done = reflect(_answered("sort_old", old), reflecting())
    assert [each.outcome for each in done.verdicts][1] in ("taken", "mended")
    new = {"new": [{"because": ["P1", "P4"], "about": ["K1"], "text": "Pia has a temper.",
                    "how_sure": "doubtful"}]}  # fmt: skip
    (verdict,) = reflect(_answered("sort_new", new), reflecting()).verdicts
    assert verdict.outcome == "taken", verdict
    both = {"old": [{"b": "B1", "for": [], "against": ["P5"], "do": "revise", "into": "none",
                     "text": "Quin has the silver knife."}], **new}  # fmt: skip
    done = reflect(_answered("sort_wide", both), reflecting(wide=True))
    assert next(each.outcome for each in done.verdicts) in ("taken", "mended"), done.verdicts


def _text(perception: int) -> str:
    return reflecting().shown[perception].perception.text


def test_of_two_answers_on_one_perception_the_last_counts_and_unclear_does_nothing() -> None:
    one = {"p": "P1", "shows": "", "both": "no"}
    assert _answered("check", {"items": [one]})
    assert not _answered("check", {"items": [one, {**one, "both": "unclear"}]})
    assert not _answered("check", {"items": [{**one, "both": "perhaps"}]})


def test_a_turn_that_is_none_and_a_belief_that_is_kept_are_no_proposals() -> None:
    none = {"e": "E12", "owner": "K4", "about": "K2", "turn": "none"}
    assert _answered("bonds", {"bonds": [none]}) == ()
    kept = {"b": "B1", "for": [], "against": [], "do": "keep", "into": "none"}
    assert _answered("sort_old", {"old": [kept]}) == ()
    assert _answered("versions", {"versions": [{"e": "E1", "lost": ["none"],
                                                "mistaken_for": "none"}]}) == ()  # fmt: skip


def test_earlier_events_that_a_line_may_retell_are_shown_before_it() -> None:
    view = keeping()
    sealed = tuple(replace(event, sealed=event.id < 18) for event in view.events)
    later = replace(view, events=sealed)
    (asked,) = retells.ask(later)
    assert {6, 18, 19, 20} <= {*asked.ids.events.values()}, "Quin took coins from the purse"
    assert 1 not in asked.ids.events.values(), "no line after that tells of the knife"
    line = Event(90, 10, 1, "line", "pia", "inn", 600.0, "Oskar put a knife into the chest.",
                 ("quin",))  # fmt: skip
    (asked,) = retells.ask(replace(later, events=(*sealed, line)))
    assert 1 in asked.ids.events.values()
    (asked,) = retells.ask(replace(later, events=(*sealed, replace(line, who="sven"))))
    assert 1 not in asked.ids.events.values(), "Sven had nothing of it"


@each_language
def test_what_is_read_back_is_put_in_the_storys_words_a_dozen_a_request(language: str) -> None:
    view = accepted(language)
    asked = requests("verify", language)
    assert [len(each.ids.edits) for each in asked] == [12, 3]
    shown = [edit for each in asked for edit in each.ids.edits.values()]
    assert sorted(shown) == [n for n, _ in enumerate(view.taken, 1)]
    events = [view.taken[edit - 1].event for edit in shown]
    assert events == sorted(events), "in the order of what happened"
    for each in asked:
        text = each.request.text.split("# ")[2]
        assert not re.search(r"\b(?:knife|chest|oskar|rosa|promise|indebted|resolve)\b", text) or (
            language == "en"
        )
    lines = asked[0].request.text.splitlines()
    if language == "en":
        assert "V2 by E1 a silver knife came to the oak chest" in lines
        assert "V3 of E1 Rosa lost the manner and who acted" in lines


@each_language
def test_everything_that_can_be_accepted_has_its_words_for_reading_back(language: str) -> None:
    say = {"en": verify.ENGLISH, "zh": verify.CHINESE}[language]
    assert {*say.tags} == {*TAGS}
    assert {*say.kinds} == {*get_args(ThreadKind)}
    assert {*say.turns} == {*TURNS}
    assert {*say.losses} == {*LOSABLE}
    assert {*say.ended} == {*CLOSINGS}
    assert {type(each) for each in ACCEPTED} == {*keeper_proposals}
    for each in fields(say):
        one, other = getattr(verify.ENGLISH, each.name), getattr(verify.CHINESE, each.name)
        assert one != other
        if isinstance(one, str):
            assert {*re.findall(r"{\w+}", one)} == {*re.findall(r"{\w+}", other)}


def test_events_next_to_what_is_read_back_are_shown_and_no_more_than_there_is_room_for() -> None:
    view = recorded(world("en"), [each for _ in range(8) for each in turns("en")[4:7]])
    assert len(view.events) > EVENTS
    last = view.events[-1].id
    (asked,) = verify.ask(replace(view, taken=(Grade(last, 4), Grade(last - 1, 3))))
    shown = asked.request.text.split("# ")[1].strip().splitlines()[1:]
    assert len(shown) == EVENTS
    assert [line.split(" ")[0] for line in shown] == ["-"] * (EVENTS - 2) + ["E1", "E2"]


def test_as_many_readings_are_foreseen_as_replies_can_need() -> None:
    view = keeping()
    for tasks, most in ((("grades",), 1), (("wide",), 6), (NARROW, 6)):
        first = [each for task in tasks for each in requests(task, "en")]
        assert verify.most(first) == most
        assert len(list(verify.foreseen(view, most))) == most
    assert verify.most([]) == 0


def test_threads_that_have_most_to_do_with_a_batch_are_shown() -> None:
    view = keeping()
    more = tuple(replace(view.threads[0], id=n, people=("stranger",)) for n in range(20, 40))
    (asked,) = threads.ask(replace(view, threads=(*view.threads, *more)))
    shown = {*asked.ids.threads.values()}
    assert len(shown) == MOST
    assert {4, 7} <= shown
