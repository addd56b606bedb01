"""One file a command.

A command reads its arguments, calls the library and shows the answer. It says in plain words when
there is nothing to show or something went wrong, and prints the library's own values for `--json`.
No rules and no SQL.
"""
