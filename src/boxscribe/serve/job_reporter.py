"""The thread that reports the ends of jobs to the webhooks of their clients, again and again until one is taken."""

import logging
import threading

from boxscribe.errors import InputError
from boxscribe.serve.jobs import JobReport, Jobs
from boxscribe.serve.webhooks import WebhookSettings

DELAYS = 10.0, 60.0, 600.0, 3600.0, 21600.0  # seconds after an attempt that failed; after the last it is given up
_LOOKS = 2.0  # seconds between looks for jobs that have ended
_LOGGER = logging.getLogger("uvicorn.error")


class JobReporter(threading.Thread):
    """Reports one job at a time; attempts that failed are made again after a restart, too."""

    def __init__(self, jobs: Jobs, webhooks: WebhookSettings) -> None:
        super().__init__(name="boxscribe webhooks", daemon=True)
        self._jobs, self._webhooks = jobs, webhooks
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def run(self) -> None:
        while not self._stopped.wait(_LOOKS):
            for report in self._jobs.to_report():
                if self._stopped.is_set():
                    return
                self._report(report)

    def _report(self, report: JobReport) -> None:
        try:
            status = self._webhooks.send(report.webhook, report.progress.as_json)
            fault = "" if 200 <= status < 300 else f"status {status}"
        except (OSError, InputError) as error:
            fault = str(error)
        if fault:
            _LOGGER.warning("the webhook of job %s: %s", report.progress.id, fault)
        delay = None if not fault or report.attempts >= len(DELAYS) else DELAYS[report.attempts]
        self._jobs.reported(report, not fault, delay)
