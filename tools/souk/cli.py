"""The arguments of `./souk` and what each leads to."""

from __future__ import annotations

import argparse
import errno
from collections.abc import Sequence

from souk import console
from souk.commands import (
    backup,
    bench,
    demo,
    dev,
    down,
    env,
    env_file,
    execute,
    logs,
    queries,
    release_protos,
    restore,
    restore_point,
    sbom,
    screens,
    status,
    test,
    up,
    verify,
)
from souk.errors import Refusal

COMMANDS = {
    "up": up,
    "dev": dev,
    "down": down,
    "status": status,
    "logs": logs,
    "demo": demo,
    "verify": verify,
    "backup": backup,
    "restore": restore,
    "restore-point": restore_point,
    "exec": execute,
    "env": env,
    "env-file": env_file,
    "test": test,
    "queries": queries,
    "release-protos": release_protos,
    "sbom": sbom,
    "screens": screens,
    "bench": bench,
}


def main(words: Sequence[str]) -> int:
    arguments, rest = parser().parse_known_args(words)
    if rest and "hands_on" not in arguments:
        parser().error(f"unknown arguments: {' '.join(rest)}")
    arguments.rest = [word for word in rest if word != "--"]
    try:
        return COMMANDS[arguments.command].run(arguments)
    except Refusal as refusal:
        console.warn(f"souk: {refusal}")
        return 1
    except BrokenPipeError:
        return 0
    except PermissionError as error:
        console.warn(f"souk: not allowed: {error.filename or error}. Whose checkout is this?")
        return 1
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        console.warn(f"souk: the disk is full ({error.filename or error}). Make room, and run it again: what was done so far is kept.")
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(prog="souk", description="Souk on this machine: run it, test it, measure it.")
    commands = top.add_subparsers(dest="command", required=True, metavar="command")
    for name, module in COMMANDS.items():
        own = commands.add_parser(name, help=module.HELP, description=module.DETAILS, formatter_class=raw)
        module.configure(own)
    return top
