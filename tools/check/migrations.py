"""Migrations leave a living table alone: none locks what may be big for longer than a moment (docs/ADDING.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

# The last migration of each folder from before the rules.
BEFORE = {
    "bus": 5,
    "catalog": 20261121000009,
    "gateway": 20261121000003,
    "inventory": 9,
    "orders": 13,
    "payments": 3,
}
NO_TRANSACTION = "-- no-transaction"
# Says in a file why its tables stay small; its statements may then lock them.
SMALL = re.compile(r"^-- small table: \S", re.MULTILINE)

NOISE = re.compile(r"--[^\n]*|/\*.*?\*/|\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'", re.DOTALL)
CREATED = re.compile(r"\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)", re.IGNORECASE)
INDEX = re.compile(r"create\s+(?:unique\s+)?index\b(?P<how>.*?)\bon\s+(?:only\s+)?(?P<table>[\w.]+)", re.IGNORECASE)
ALTER = re.compile(r"alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?P<table>[\w.]+)(?P<actions>.*)", re.IGNORECASE)
WRITE = re.compile(r"(?:update|delete\s+from)\s+(?:only\s+)?(?P<table>[\w.]+)", re.IGNORECASE)
ALONE = re.compile(r"\b(?:concurrently|validate\s+constraint)\b", re.IGNORECASE)
# A whole file that fills a table in portions, each committed by itself, and waits for no row for long.
IN_PORTIONS = re.compile(
    r"^-- no-transaction\n(?:--[^\n]*\n)*DO \$\$(?=.*\block_timeout\b)(?=.*\bcommit;)(?:(?!\$\$).)*\$\$;\s*$",
    re.IGNORECASE | re.DOTALL,
)
# In what comes with a new column: reading the whole table, or writing it anew.
NOT_WITH_A_COLUMN = (
    r"references|unique|primary|check|generated|\w*serial|random|gen_random_uuid|clock_timestamp|nextval"
)
CONSTRAINT = r"^add\s+(?:constraint\s+\w+\s+)?"
COLUMN = r"^alter\s+(?:column\s+)?\w+\s+"
# What an action of ALTER TABLE may not be, and what it has to be instead.
ACTIONS = [
    (
        r"^add\s+(?:column\s+)?(?!(?:constraint|check|foreign|unique|primary)\b)" rf"(?=.*\b(?:{NOT_WITH_A_COLUMN})\b)",
        "add the column alone, nullable or with a constant default, and fill it in batches",
    ),
    (rf"{CONSTRAINT}(?:check|foreign)\b(?!.*\bnot\s+valid\b)", "add it NOT VALID, and validate it in the next file"),
    (rf"{CONSTRAINT}(?:unique|primary)\b(?!.*\busing\s+index\b)", "build its index CONCURRENTLY, add it USING INDEX"),
    (rf"{COLUMN}(?:set\s+data\s+)?type\b", "add another column, fill it in batches and change over"),
    (rf"{COLUMN}set\s+not\s+null\b", "add CHECK (... IS NOT NULL) NOT VALID, and validate it in the next file"),
]


def problems(root: Path) -> Iterator[str]:
    for path in sorted([*root.glob("services/*/migrations/*.sql"), *root.glob("crates/bus/migrations/*.sql")]):
        number = int(path.name.split("_")[0])
        if number > BEFORE.get(path.parent.parent.name, 0):
            for problem in _of_file(path.read_text()):
                yield f"{path.relative_to(root)}: {problem}; or say '-- small table: <why>'"


def _of_file(text: str) -> Iterator[str]:
    if IN_PORTIONS.match(text):
        return
    sql = NOISE.sub(" ", text)
    statements = [" ".join(statement.split()) for statement in sql.split(";") if statement.strip()]
    alone = [statement for statement in statements if ALONE.search(statement)]
    if alone and (len(statements) > 1 or not text.startswith(NO_TRANSACTION)):
        yield f"'{_short(alone[0])}' needs a file of its own whose first line is '{NO_TRANSACTION}'"
    if not alone and text.startswith(NO_TRANSACTION):
        yield (
            f"'{NO_TRANSACTION}' waits for its lock without a limit: only for CONCURRENTLY, VALIDATE CONSTRAINT, "
            "and a DO that commits its portions and sets a lock_timeout"
        )
    if SMALL.search(text):
        return
    made = {name.lower() for name in CREATED.findall(sql)}
    for statement in statements:
        yield from _of_statement(statement, made)


def _of_statement(statement: str, made: set[str]) -> Iterator[str]:
    index, alter, write = INDEX.match(statement), ALTER.match(statement), WRITE.match(statement)
    if index and index["table"].lower() not in made and "concurrently" not in index["how"].lower():
        yield f"'{_short(statement)}' stops all writes to {index['table']}: create it CONCURRENTLY"
    elif index and "concurrently" in index["how"].lower() and "if not exists" not in index["how"].lower():
        yield f"'{_short(statement)}' fails for ever if its process ends right after it: IF NOT EXISTS"
    if write and write["table"].lower() not in made:
        yield f"'{_short(statement)}' keeps its rows locked to the end: change them in batches, from the program"
    if alter and alter["table"].lower() not in made:
        for action in _split(alter["actions"]):
            for pattern, instead in ACTIONS:
                if re.search(pattern, action.lower()):
                    yield f"'{_short(action)}' locks {alter['table']} for as long as it takes to read it: {instead}"


def _split(actions: str) -> list[str]:
    """The actions of one ALTER TABLE: what commas outside parentheses part."""
    parts, depth = [""], 0
    for letter in actions:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _short(statement: str) -> str:
    return statement if len(statement) <= 60 else f"{statement[:57]}..."
