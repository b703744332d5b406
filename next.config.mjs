import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

// Builds and servers send no telemetry: https://nextjs.org/telemetry
process.env.NEXT_TELEMETRY_DISABLED ??= "1"

/** Not bundled, because a bundled copy would have its own context. */
const openTelemetry = ["api", "exporter-trace-otlp-proto", "resources", "sdk-trace-node"].map(
  (name) => `@opentelemetry/${name}`,
)

const isDevelopment = process.env.NODE_ENV === "development"

/** The same headers as responses that do not pass the Next.js router. */
const securityHeaders = Object.entries(
  JSON.parse(readFileSync(new URL("lib/server/http/security-headers.json", import.meta.url), "utf8")),
)
  .filter(([key]) => !(isDevelopment && key === "Strict-Transport-Security"))
  .map(([key, value]) => ({ key, value }))

/** API paths without `/api`. proxy.ts sets the header and removes one that a caller sent. */
const markedForApi = {
  source: "/:path((?!api(?:/|$)|mcp(?:/|$)|_next/|icon.svg|sw.js).*)",
  has: [{ type: "header", key: "x-to-api", value: "1" }],
  missing: [{ type: "header", key: "rsc" }],
  destination: "/api/:path",
}

/**
 * A program that requests an unknown path gets the 404 of the API. Only `/coins/` has pages with a parameter. API paths are
 * excluded, because proxy.ts does not handle them and a caller's header would remain.
 */
const missedByPrograms = {
  source: "/:path((?!api(?:/|$)|mcp(?:/|$)|coins/).*)",
  has: [{ type: "header", key: "x-else-to-api", value: "1" }],
  destination: "/api/:path",
}

const browserLoader = fileURLToPath(new URL("lib/server/nextjs/browser-loader.mjs", import.meta.url))

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // For containers: a folder with the server and its imports only. `next start` does not use it.
  ...(process.env.BUILD_STANDALONE === "1" && { output: "standalone" }),
  // A live server never loads them: the local chain, the image library of Next.js, and the JavaScript that secp256k1 falls back to.
  outputFileTracingExcludes: {
    "*": ["@foundry-rs", "@img", "sharp", "elliptic"].map((name) => `node_modules/${name}/**`),
  },
  // API paths accept a trailing slash, because a redirect by Next.js has no CORS headers. proxy.ts redirects pages.
  skipTrailingSlashRedirect: true,
  reactStrictMode: true,
  reactCompiler: true,
  typedRoutes: false,
  // `npm test` has checked the types before it builds.
  typescript: { ignoreBuildErrors: process.env.TYPES_CHECKED === "yes" },
  turbopack: {
    rules: {
      "**/*.{ts,tsx}": {
        condition: { all: ["browser", { content: /from "(?:zod(?:\/mini)?|fflate)"|defineContract/ }] },
        loaders: [browserLoader],
      },
    },
  },
  // Native and WASM packages that a bundler would break.
  serverExternalPackages: ["libsql", "secp256k1", "tiny-secp256k1", "pino", "prom-client", ...openTelemetry],
  // Loopback tests open the development server by address.
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  // Anybody could make the image optimizer use the processor, and no page needs it.
  images: { unoptimized: true },
  rewrites: async () => ({ beforeFiles: [markedForApi], afterFiles: [missedByPrograms] }),
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
}

export default config
