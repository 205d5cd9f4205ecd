# The product without npm and without development packages. It runs as an ordinary user and writes only below /data, /tmp
# and /backups, so its root may be read-only.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run pack:release -- --folder /parley

FROM debian:bookworm-slim
RUN groupadd --system --gid 10001 parley \
  && useradd --system --uid 10001 --gid parley --home-dir /data --shell /usr/sbin/nologin parley \
  && install --directory --owner=parley --group=parley --mode=0700 /data /backups
COPY --from=build /parley /opt/parley
WORKDIR /opt/parley
USER parley
ENV HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    PATH=/opt/parley/node_modules/node/bin:/usr/bin:/bin
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=6s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
ENTRYPOINT ["node", "scripts/start.mjs"]
