# syntax=docker/dockerfile:1
# docker build -t signal402 .

FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
ENV BUILD_STANDALONE=1 NEXT_TELEMETRY_DISABLED=1
# Next.js copies env files into the result. .dockerignore keeps them out of this stage, and this line out of the next one.
RUN npm run build && rm -f .next/standalone/.env*

FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3402 DATA_DIR=/data NEXT_TELEMETRY_DISABLED=1 KEEP_ALIVE_TIMEOUT=75000
WORKDIR /srv/signal402
COPY --from=build --chown=root:root /build/.next/standalone ./
COPY --from=build --chown=root:root /build/.next/static ./.next/static
COPY --from=build --chown=root:root /build/public ./public
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3402
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3402/api/live').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "server.js"]
