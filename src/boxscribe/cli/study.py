"""`boxscribe study …`: people judge stories; forms, answers, statistics."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from boxscribe.errors import Problem

if TYPE_CHECKING:
    from boxscribe.study.answers import State
    from boxscribe.study.settings import Study

study = typer.Typer(help="People judge stories: make forms, collect answers, analyse them.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A study made by `boxscribe study make`.")]


@study.command(epilog="Example: boxscribe study make examples/study.toml --out runs/study")
def make(
    file: Annotated[Path, typer.Argument(metavar="STUDY.toml", help="What is judged, by how many people, and how.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write; it appears when it is complete.")] = Path(
        "runs/study"
    ),
) -> None:
    """Draw a balanced sample of stories and write the study: tasks, assignment, instructions, forms, platform files."""
    from boxscribe.study.folder import make_study

    made = make_study(file, out)
    for kind in made.study.forms:
        tasks = sum(task.kind == kind and not task.is_check for task in made.tasks.values())
        typer.echo(f"{out}: {tasks:,} {kind} tasks for {len(made.people[kind]):,} people")


@study.command(epilog="Example: boxscribe study serve runs/study --port 8000")
def serve(
    folder: Folder,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port.")] = 8000,
) -> None:
    """Show the forms on a web page and keep every answer."""
    from boxscribe.study.folder import StudyFolder
    from boxscribe.study.serve import StudyServer

    server = StudyServer(StudyFolder(folder), host, port)
    for kind, url in server.urls.items():
        typer.echo(f"{kind}: {url}")
    server.run()


@study.command(epilog="Example: boxscribe study collect runs/study results.csv")
def collect(
    folder: Folder,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILES…", help="CSV files of a platform's results.")
    ] = None,
) -> None:
    """Import results from crowd platforms, and report what is missing, double, or from people who did not read."""
    from boxscribe.study.collect import collect as collected
    from boxscribe.study.folder import StudyFolder

    def report(problem: Problem) -> None:
        typer.echo(f"warning: {problem}", err=True)

    made = StudyFolder(folder)
    result = collected(made, files or [], report)
    for name, count in result.imported.items():
        typer.echo(f"{name}: {count:,} answers")
    if result.again:
        typer.echo(f"{len(result.again):,} answers left out: the same person has answered the same question before")
    _print_state(result.state, made.study)


def _print_state(state: "State", settings: "Study") -> None:
    typer.echo(f"{len(state.answers):,} answers by {state.people:,} people")
    for person, count in state.failed.items():
        typer.echo(f"left out: {person} failed {count} attention check{'s' if count > 1 else ''}")
    for what, counts in (("lack", state.missing), ("exceed", state.extra)):
        if counts:
            first, count = next(iter(counts.items()))
            typer.echo(f"{len(counts):,} tasks {what} {sum(counts.values()):,} answers, such as {first} ({count})")
    if not state.missing:
        typer.echo("every task has its answers")


@study.command(epilog="Example: boxscribe study analyse runs/study --against ENT --html report.html")
def analyse(
    folder: Folder,
    against: Annotated[
        str | None, typer.Option(help="The system that the others are compared with; by default the study's.")
    ] = None,
    unit: Annotated[
        Literal["summary", "answer"],
        typer.Option(help="What one observation is: a summary (sound), or each answer (as published)."),
    ] = "summary",
    facts: Annotated[float, typer.Option(min=0.01, help="Power: the difference in facts that should show.")] = 0.5,
    points: Annotated[float, typer.Option(min=0.1, help="Power: the best-worst difference that should show.")] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on standard output.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write the report as one page, too.")] = None,
) -> None:
    """Print the paper's Table 5 for a study: means, best-worst scores, significance, agreement, power."""
    from rich.console import Console

    from boxscribe.files import atomic_write
    from boxscribe.study.analyse import analyse as analysed
    from boxscribe.study.folder import StudyFolder
    from boxscribe.study.page import as_html
    from boxscribe.study.report import as_json as json_report
    from boxscribe.study.report import on_terminal

    result = analysed(StudyFolder(folder), against, unit, {"facts": facts, "quality": points})
    if as_json:
        typer.echo(json_report(result))
    else:
        Console().print(on_terminal(result))
    if html is not None:
        with atomic_write(html) as page:
            page.write(as_html(result))
