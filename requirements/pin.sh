#!/bin/sh
# Pins what the package runs on, what builds it and what it is developed with, with hashes, for every
# supported Python and system. No address is written into the files: whoever installs them says where
# from. Called by `make requirements` with the uv to use.
set -eu
uv=$1
cd "$(dirname "$0")/.."

pin() {
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --no-annotate \
        --custom-compile-command "make requirements" "$@" >/dev/null
}

set -- ${UPGRADE:+--upgrade}
pin "$@" --group build -o requirements/build.txt
pin "$@" pyproject.toml -o requirements/run.txt
pin "$@" pyproject.toml --extra local --extra postgres --extra multilingual --group dev \
    -c requirements/run.txt -c requirements/build.txt -o requirements/dev.txt
pin "$@" --no-deps --group model -o requirements/model.txt
