# The image of the changelog service. Build it from the root of the project:
#
#   docker build --file deploy/changelog.Dockerfile --tag question-bank/changelog .
#
# Mount a git repository at /repository. The service writes only there. The user and its group must be those of the
# changelog, because the service keeps both.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
# This layer changes only with the lockfile. It downloads the dependencies, and the later steps need no network for them.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npx -y pnpm@12 fetch --prod
COPY . .
RUN npx -y pnpm@12 install --prod --frozen-lockfile --offline
RUN npx -y pnpm@12 run assemble changelog ../app

FROM node:24.21.0-bookworm-slim
# git runs ssh for remotes with ssh URLs, and needs the certificates for remotes with https URLs.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates git openssh-client && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app ./
ENV NODE_ENV=production CHANGELOG_HOST=0.0.0.0 CHANGELOG_PORT=8001 REPOSITORY_PATH=/repository
# The user `node` of the base image. Kubernetes can check that a user is not root only when it is a number.
USER 1000:1000
EXPOSE 8001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.CHANGELOG_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell, so that node gets SIGTERM.
CMD ["node", "dist/changelog-service.js"]
