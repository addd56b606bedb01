"""The first screen: what one can do, for somebody who typed nothing but the name."""

from __future__ import annotations

WAYS = (
    ("rashomon demo", "watch a small story, and who has what of it"),
    ("rashomon new west-gate", "begin that story yourself"),
    ("rashomon new WORLD.yaml", "begin a story in a world of your own"),
    ("rashomon import FILE", "bring in a character card, a play in TEI, or a story"),
    ("rashomon list", "see the stories that are there"),
)


def welcome() -> None:
    """Show the ways in."""
    from rich.text import Text

    from rashomon.cli.show import console, grid

    out = console()
    out.print(Text.assemble(("Rashomon", "bold"), ": one history, many minds."))
    out.print(
        Text("It keeps what each character of a story has lived through: what one saw, heard or "
             "was told, and nothing else.")
    )  # fmt: skip
    out.print()
    rows = grid("command", "does")
    for command, does in WAYS:
        rows.add_row(Text(f"  {command}", style="cyan"), does)
    out.print(rows)
    out.print()
    out.print(Text("rashomon --help lists every command.", style="dim"))
