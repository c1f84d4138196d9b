# The server in a container: `docker build -t ludotheque . && docker run -p 8000:8000 ludotheque`

FROM python:3.11.14-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/ludotheque
WORKDIR /build
COPY requirements-image.lock ./
RUN /opt/ludotheque/bin/pip install --require-hashes -r requirements-image.lock
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN /opt/ludotheque/bin/pip install --no-deps .

FROM python:3.11.14-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /data --create-home ludotheque
COPY --from=build /opt/ludotheque /opt/ludotheque
# Everything that is written goes to /data and /tmp, so that the rest can be read-only.
ENV PATH=/opt/ludotheque/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/tables.db \
    LUDOTHEQUE_CACHE=/data/cache
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["ludotheque"]
CMD ["serve", "--host", "0.0.0.0"]
