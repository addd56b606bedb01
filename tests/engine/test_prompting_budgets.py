"""What is given up for want of room, and in which order: on a story that has of everything."""

from __future__ import annotations

import pytest

from rashomon.errors import BadSetting
from rashomon.prompts.prompt import Prompt
from rashomon.recall.choose import tokens
from rashomon.story.prompting import prompting
from tests.engine.rich import LANGUAGES, WORDS, story

BUDGETS = (200, 300, 400, 650, 800, 1200)


def _prompt(language: str, budget: int) -> Prompt:
    told = story(language)
    told.set("context.tokens", budget)
    return told.mind("gwen").context()


def _part(prompt: Prompt, name: str) -> list[str]:
    found = (each.text for each in prompt.sections if each.name == name)
    return next(found, "").split("\n")[1:]


def _known(prompt: Prompt, language: str) -> set[str]:
    """Lines of ways, things and of how people elsewhere are regarded."""
    say, of = prompting(language), WORDS[language]
    heads = [head.format(name=of["gwen"]) for head in (say.ways, say.things)]
    found: set[str] = set()
    below = ""
    for line in _part(prompt, "self"):
        below = line if not line.startswith("- ") else below
        if below in heads or any(f"- {of[who]}" in line for who in ("bert", "ada")):
            found.add(line)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("budget", BUDGETS)
def test_rules_who_it_is_where_it_is_the_last_line_and_the_task_stay_at_any_budget(
    language: str, budget: int
) -> None:
    prompt, of, say = _prompt(language, budget), WORDS[language], prompting(language)
    assert tokens(prompt.text) == prompt.tokens <= budget
    rules = _part(prompt, "rules")
    assert rules in ([f"- {rule}" for rule in way] for way in (say.rules, say.rules_short))
    assert say.you_are.format(name=of["gwen"]) in prompt.text
    assert say.place.format(place=of["kitchen"]) in _part(prompt, "now")
    if (language, budget) != ("zh", 200):
        assert of["ask"] in prompt.text
    assert of["ask"][-4:] in prompt.text
    assert _part(prompt, "task")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_comes_to_mind_before_all_that_it_knows_stands(language: str) -> None:
    whole = _known(_prompt(language, 6000), language)
    assert len(whole) >= 8
    recalled: list[int] = []
    for budget in range(200, 1500, 50):
        prompt = _prompt(language, budget)
        if any(each.name == "recalled" for each in prompt.sections):
            recalled.append(budget)
            assert _known(prompt, language) == whole
    assert recalled
    assert recalled[0] > 600


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_that_fit_are_numbered_without_gaps(language: str) -> None:
    counts: set[int] = set()
    for budget in range(200, 700, 20):
        prompt = _prompt(language, budget)
        counts.add(len(prompt.options))
        assert [each.number for each in prompt.options] == [*range(1, len(prompt.options) + 1)]
        shown = [line for line in _part(prompt, "now") if line[:1].isdigit()]
        assert shown == [f"{each.number}. {each.text}" for each in prompt.options]
        assert budget >= 300 or not shown
    assert len(counts) > 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_rules_fit_they_stand_as_they_are_and_a_budget_too_small_is_refused(
    language: str,
) -> None:
    assert _part(_prompt(language, 1200), "rules")[0] == f"- {prompting(language).rules[0]}"
    short = prompting(language).rules_short
    assert len(short) == len(prompting(language).rules)
    assert _part(_prompt(language, 400), "rules")[0] == f"- {short[0]}"
    with pytest.raises(BadSetting):
        story(language).set("context.tokens", 150)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("budget", BUDGETS)
def test_who_directs_has_all_its_rules_at_any_budget(language: str, budget: int) -> None:
    told, say = story(language), prompting(language)
    told.set("context.tokens", budget)
    prompt = told.context_gm()
    assert prompt.tokens <= budget
    assert _part(prompt, "rules") == [f"- {rule}" for rule in say.gm_rules]
