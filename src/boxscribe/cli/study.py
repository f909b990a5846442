"""`boxscribe study …`: human evaluation of stories."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from boxscribe.errors import Problem

study = typer.Typer(help="Human evaluation: make a study, serve it, collect and analyse answers.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A study made by `boxscribe study make`.")]


@study.command(epilog="Example: boxscribe study make examples/study.toml --out runs/study")
def make(
    file: Annotated[
        Path, typer.Argument(metavar="STUDY.toml", help="Tables, texts of systems, forms; see the example.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The folder to write.")] = Path("runs/study"),
) -> None:
    """Sample summaries and write a study: tasks, assignment, instructions, forms and files for crowd platforms."""
    from boxscribe.study.make import make_study

    for line in make_study(file, out).lines():
        typer.echo(line)


@study.command(epilog="Example: boxscribe study serve runs/study --port 8000")
def serve(
    folder: Folder,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 admits other machines.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 picks a free one.")] = 8000,
) -> None:
    """Serve the web page on which participants answer; every answer is stored at once."""
    from boxscribe.study.folder import StudyFolder
    from boxscribe.study.serve import StudyServer

    server = StudyServer(StudyFolder(folder), host, port)
    for form, url in server.urls.items():
        typer.echo(f"{form}: {url}")
    server.run()


@study.command(epilog="Example: boxscribe study collect runs/study examples/study/quality.csv examples/study/facts.csv")
def collect(
    folder: Folder,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILES…", help="CSV files with results of a crowd platform.")
    ] = None,
) -> None:
    """Import results of crowd platforms; report missing answers, duplicates and failed attention checks."""
    from boxscribe.study.collect import collect as collect_results
    from boxscribe.study.folder import StudyFolder

    def report(problem: Problem) -> None:
        typer.echo(f"Warning: {problem}", err=True)

    for line in collect_results(StudyFolder(folder), files or [], report).lines():
        typer.echo(line)


@study.command(epilog="Example: boxscribe study analyse runs/study --against TEMPL --html report.html")
def analyse(
    folder: Folder,
    against: Annotated[
        str | None, typer.Option(help="The system that the others are tested against; by default the study's.")
    ] = None,
    unit: Annotated[
        Literal["summary", "answer"],
        typer.Option(help="One observation of the ANOVA: the mean of a summary, or each answer (as published)."),
    ] = "summary",
    facts: Annotated[float, typer.Option(min=0.01, help="Power analysis: a difference in facts per sentence.")] = 0.5,
    points: Annotated[float, typer.Option(min=0.1, help="Power analysis: a difference in best-worst scores.")] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    html: Annotated[Path | None, typer.Option(help="Also write the report as a web page.")] = None,
) -> None:
    """Print the paper's Table 5 for a study: means, best-worst scores, significance, agreement and power."""
    from rich.console import Console

    from boxscribe.files import atomic_write
    from boxscribe.study.analyse import analyse as analyse_answers
    from boxscribe.study.folder import StudyFolder
    from boxscribe.study.page import as_html
    from boxscribe.study.report import as_json as json_report
    from boxscribe.study.report import on_terminal

    result = analyse_answers(StudyFolder(folder), against, unit, {"facts": facts, "quality": points})
    if as_json:
        typer.echo(json_report(result))
    else:
        Console().print(on_terminal(result))
    if html is not None:
        with atomic_write(html) as page:
            page.write(as_html(result))
