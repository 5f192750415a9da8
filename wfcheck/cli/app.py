"""The commands, and how each of them ends.

A command's module is imported when the command is called: `wfcheck lint` must not pay for the solver.
"""

import gc
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from wfcheck import __version__
from wfcheck.classes import dataclass
from wfcheck.cli.output import err, out, prepare_streams
from wfcheck.cli.status import Status
from wfcheck.errors import UsageError, WfcheckError
from wfcheck.syntax.names import nearest


def _check() -> Callable[..., None]:
    from wfcheck.cli.check import check

    return check


def _lint() -> Callable[..., None]:
    from wfcheck.cli.lint import lint

    return lint


def _prove() -> Callable[..., None]:
    from wfcheck.cli.prove import prove

    return prove


def _run() -> Callable[..., None]:
    from wfcheck.cli.run import run

    return run


def _test() -> Callable[..., None]:
    from wfcheck.cli.test import run_tests

    return run_tests


def _render() -> Callable[..., None]:
    from wfcheck.cli.render import render

    return render


def _explore() -> Callable[..., None]:
    from wfcheck.cli.explore import explore

    return explore


def _explain() -> Callable[..., None]:
    from wfcheck.cli.explain import explain

    return explain


def _rules() -> Callable[..., None]:
    from wfcheck.cli.rules import rules

    return rules


@dataclass(frozen=True, slots=True)
class Command:
    """A line of `wfcheck --help`, and what brings the command in."""

    summary: str
    load: Callable[[], Callable[..., None]]


COMMANDS = {
    "check": Command("Lint, prove, explore and test everything: the one command for CI.", _check),
    "lint": Command("Every static rule and the quick proofs.", _lint),
    "prove": Command("What must hold for all values, proved or refuted.", _prove),
    "explore": Command("The state space: every run, what holds, and what does not.", _explore),
    "run": Command("One run: from a scenario, a trace, or a seed.", _run),
    "test": Command("Scenario files with expectations.", _test),
    "render": Command("The diagram of a Workfile: SVG, PNG, PDF, DOT or Mermaid.", _render),
    "explain": Command("A rule's page: what, why, a bad and a good example.", _explain),
    "rules": Command("Every rule there is.", _rules),
}


class Commands(TyperGroup):
    """The group of commands; each is made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            near = nearest(cmd_name, COMMANDS)
            ctx.fail(
                f"No such command `{cmd_name}`." + (f" Did you mean `{near}`?" if near else "")
            )
        command = COMMANDS[cmd_name]
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(cmd_name, help=command.summary)(command.load())
        return typer.main.get_command(single)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.summary) for name, command in COMMANDS.items()])


app = typer.Typer(
    cls=Commands,
    help="Check event-driven workflows: their text, all their values, all their runs.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(*, asked: bool) -> None:
    if asked:
        out(f"wfcheck {__version__}")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[  # noqa: ARG001  (its callback acts)
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
    traceback_wanted: Annotated[
        bool, typer.Option("--traceback", help="Show where an internal error arose.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""
    if traceback_wanted:
        os.environ["WFCHECK_TRACEBACK"] = "1"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and end the process with its status."""
    # a command builds trees and lets them go at its end: looking for cycles in between is lost time
    gc.set_threshold(200_000)
    prepare_streams()
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run a command; its exit status. Nothing but a wish for it shows a traceback."""
    try:
        typer.main.get_command(app).main(list(arguments), prog_name="wfcheck")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(Status.TROUBLE)
    except WfcheckError as error:
        err(f"wfcheck: {error}")
        return Status.USAGE if isinstance(error, UsageError) else Status.TROUBLE
    except BrokenPipeError:
        # the reader has seen enough; what is still buffered would raise once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Status.TROUBLE
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001  (the one place: a fault of ours is exit 3, in one line)
        if os.environ.get("WFCHECK_TRACEBACK"):
            traceback.print_exception(error)
        text = " ".join(str(error).split())[:200]
        err(f"wfcheck: internal error: {type(error).__name__}: {text} (--traceback shows where)")
        return Status.TROUBLE
    return Status.PASSED
