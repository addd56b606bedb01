"""The vectors that recall by meaning needs, made now instead of when somebody asks."""

from __future__ import annotations

from rashomon.cli.desk import Db, Json, StoryId, refuse, story_of


def embed(story: StoryId, db: Db = None, as_json: Json = False) -> None:
    """Make the vectors of texts that have none of the model that is set; goes on where it ended."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from rashomon.cli.plain import answer
    from rashomon.cli.show import console, count, say

    columns = (TextColumn("texts"), BarColumn(), MofNCompleteColumn())
    shown = console(err=True)
    with (
        story_of(story, db) as told,
        Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as bar,
    ):
        task = bar.add_task("", total=None)
        done = told.embed_now(lambda made, of: bar.update(task, completed=made, total=of))
    if as_json:
        answer(done)
    elif done.model is None and done.fault is None:
        say(f"No embedder is set for {story}: memories are found by words and cues.")
    elif done.fault is None:
        say(f"Made {count(done.made, 'vector')} with {done.model}; every text of {story} has one.")
    if done.fault is not None:
        refuse(f"{done.fault.rstrip('.')}; {count(done.left, 'text')} of {story} still wait.")
