# The image of the questions service. Build it from the root of the project:
#
#   docker build --file deploy/questions.Dockerfile --tag question-bank/questions .
#
# It needs no writable file system. Mount other datasets at /app/external-resources/questions.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
# This layer changes only with the lockfile. It downloads the dependencies, and the later steps need no network for them.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npx -y pnpm@12 fetch --prod
COPY . .
RUN npx -y pnpm@12 install --prod --frozen-lockfile --offline
RUN npx -y pnpm@12 run assemble questions ../app

FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=build /app ./
ENV NODE_ENV=production QUESTIONS_HOST=0.0.0.0 QUESTIONS_PORT=8000
# The user `node` of the base image. Kubernetes can check that a user is not root only when it is a number.
USER 1000:1000
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.QUESTIONS_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell, so that node gets SIGTERM.
CMD ["node", "dist/question-bank.js"]
