"""`boxscribe data plans`: which facts the sentences of texts state."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boxscribe.cli.options import AsJson, DomainFile, InputFormat, SeasonDir, SkipInvalid, Source, reporter
from boxscribe.cli.progress import progress
from boxscribe.errors import InputError

if TYPE_CHECKING:
    from boxscribe.planning.report import PlanReport


def plans(
    source: Source,
    by: Annotated[str, typer.Option(help="How facts are found: alignment or extractor.")] = "alignment",
    extractor: Annotated[
        str | None, typer.Option(help="The folder of an extractor; by default the shipped one of the domain.")
    ] = None,
    relations: Annotated[
        Path | None, typer.Option(help="Published relations of the same texts, for the agreement in the report.")
    ] = None,
    report: Annotated[
        bool, typer.Option("--report", help="Print figures: facts a sentence, sentences without any, agreement.")
    ] = False,
    out: Annotated[
        str, typer.Option(help="The file to write, JSON lines, or text to read and edit if it ends in .txt; - prints.")
    ] = "-",
    season: SeasonDir = None,
    as_json: AsJson = False,
    skip_invalid: SkipInvalid = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Find the plan of each text: its sentences with the facts that they state, in order."""
    from boxscribe.files import atomic_write
    from boxscribe.planning.files import as_text, write_plans
    from boxscribe.planning.plan_files import plan_files
    from boxscribe.planning.report import report_plans

    if relations is not None and not report:
        raise InputError("--relations is compared in the report; add --report")
    found = plan_files(
        source,
        by,
        extractor,
        season=season,
        format=input_format,
        domain=domain,
        report=reporter(skip_invalid),
        progress=progress,
    )
    if out != "-" or not report:
        with atomic_write(out) as stream:
            write_plans(found.plans, stream, as_text(out, as_json))
    if report:
        tables, made = zip(*found.plans, strict=True)
        result = report_plans(made, tables, found.domain, relations)
        typer.echo(json.dumps(result.as_dict(), indent=1) if as_json else _lines(result))


def _lines(report: "PlanReport") -> str:
    lines = [
        f"{report.texts:,} texts, {report.sentences:,} sentences, {report.facts:,} facts: "
        f"{report.facts_per_text:.1f} a text, {report.facts_per_sentence:.2f} a sentence, "
        f"{report.facts_per_stating_sentence:.2f} a sentence that has some",
        f"sentences without facts: {report.sentences_without_facts:.1%}",
    ]
    if report.agreement is not None:
        agreement = report.agreement
        lines.append(
            f"agreement with the published relations of {agreement.texts:,} texts: precision "
            f"{agreement.precision:.1f} %, recall {agreement.recall:.1f} %, F1 {agreement.f1:.1f} %, "
            f"order {agreement.ordering:.1f} %"
        )
    return "\n".join(lines)
