# `boxscribe serve` on a CPU; docs/service.md says how it is run.

FROM python:3.13-slim AS build
# From the index of CPU builds: the one on PyPI brings several GB of CUDA packages along.
ARG TORCH=torch==2.13.0
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
RUN python -m venv /opt/boxscribe
ENV PATH=/opt/boxscribe/bin:$PATH PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN pip install --index-url "$TORCH_INDEX" "$TORCH"
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip install ".[serve]" && pip uninstall --yes pip

FROM python:3.13-slim
RUN pip uninstall --yes --root-user-action ignore pip \
  && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin boxscribe \
  && install --directory --owner boxscribe --mode 700 /data
COPY --from=build /opt/boxscribe /opt/boxscribe
ENV PATH=/opt/boxscribe/bin:$PATH PYTHONDONTWRITEBYTECODE=1
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD \
  ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["boxscribe"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--folder", "/data"]
