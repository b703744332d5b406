import { readFileSync } from "node:fs"

// Nothing is reported to others, by a build or by a server. https://nextjs.org/telemetry
process.env.NEXT_TELEMETRY_DISABLED ??= "1"

/** One copy of each for the whole process: a bundled one would have a context of its own. */
const openTelemetry = ["api", "exporter-trace-otlp-proto", "resources", "sdk-trace-node"].map(
  (name) => `@opentelemetry/${name}`,
)

const isDevelopment = process.env.NODE_ENV === "development"

/** One list with the answers that do not come through Next's router. */
const securityHeaders = Object.entries(
  JSON.parse(readFileSync(new URL("lib/http/security-headers.json", import.meta.url), "utf8")),
)
  .filter(([key]) => !(isDevelopment && key === "Strict-Transport-Security"))
  .map(([key, value]) => ({ key, value }))

/** What proxy.ts looks at and marks as a path of the API without `/api`; a caller's own mark is taken off there. */
const markedForApi = {
  source: "/:path((?!api(?:/|$)|mcp(?:/|$)|_next/|icon.svg|sw.js).*)",
  has: [{ type: "header", key: "x-to-api", value: "1" }],
  missing: [{ type: "header", key: "rsc" }],
  destination: "/api/:path",
}

/**
 * A path that no page has, asked for by a program: the API's 404 answers. Only coins have pages with a parameter; the API's
 * own paths are none of proxy.ts, so that a caller's mark is still on them.
 */
const missedByPrograms = {
  source: "/:path((?!api(?:/|$)|mcp(?:/|$)|coins/).*)",
  has: [{ type: "header", key: "x-else-to-api", value: "1" }],
  destination: "/api/:path",
}

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // For a container: a folder with the server and what it imports, and nothing else. `next start` does not use it.
  ...(process.env.BUILD_STANDALONE === "1" && { output: "standalone" }),
  // A program is served with a slash too many: a redirect of Next's carries no header for foreign pages. Pages: proxy.ts.
  skipTrailingSlashRedirect: true,
  reactStrictMode: true,
  reactCompiler: true,
  typedRoutes: false,
  // Not a second time in `npm test`, which has just done so.
  typescript: { ignoreBuildErrors: process.env.TYPES_CHECKED === "yes" },
  // Native and WASM packages that a bundler would break.
  serverExternalPackages: ["libsql", "secp256k1", "tiny-secp256k1", "pino", "prom-client", ...openTelemetry],
  // Loopback tests open the development server by address.
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  // Pictures are drawn by the browser as they are: an optimizer would be work that anybody may ask of this machine.
  images: { unoptimized: true },
  rewrites: async () => ({ beforeFiles: [markedForApi], afterFiles: [missedByPrograms] }),
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
}

export default config
