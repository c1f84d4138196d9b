# The server in a container: `docker build -t ludotheque . && docker run -p 8000:8000 ludotheque`
#
# BASE is any image with Python 3.11; add its digest where you can (python:…@sha256:…).
# podman keeps the health check only with `podman build --format docker`.

ARG BASE=python:3.11.14-slim-bookworm

FROM ${BASE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /build
COPY requirements-build.lock requirements-image.lock ./
# The locks are complete: what they name is installed as it is, and nothing newer is looked for.
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --no-deps --require-hashes -r requirements-build.lock
RUN python -m venv /opt/ludotheque \
    && /opt/ludotheque/bin/pip install --no-deps --require-hashes -r requirements-image.lock
COPY pyproject.toml README.md LICENSE hatch_build.py ./
COPY web web
COPY src src
# An image without the page would work, and nobody would notice before they look.
RUN LUDOTHEQUE_NEED_WEB=1 /opt/build/bin/pip wheel --no-deps --no-build-isolation -w /wheel . \
    && /opt/ludotheque/bin/pip install --no-deps /wheel/*.whl \
    && test -f /opt/ludotheque/lib/python3.*/site-packages/ludotheque/static/index.html

FROM ${BASE}
RUN useradd --uid 10001 --no-log-init --home-dir /data --create-home \
    --shell /usr/sbin/nologin ludotheque
COPY --from=build /opt/ludotheque /opt/ludotheque
# Everything that is written goes to /data and /tmp, so that the rest can be read-only.
ENV PATH=/opt/ludotheque/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/tables.db \
    LUDOTHEQUE_HOST=0.0.0.0 \
    LUDOTHEQUE_PORT=8000
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
# The port is set by its variable, so that this finds it.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os; from urllib.request import urlopen; urlopen('http://127.0.0.1:' + os.environ['LUDOTHEQUE_PORT'] + '/readyz', timeout=4)"]
ENTRYPOINT ["ludotheque"]
CMD ["serve"]
