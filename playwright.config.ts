import { defineConfig } from "@playwright/test"
import { findFreePort } from "@/lib/sandbox/chain/local-port"

// Workers read this file again: they find the port that the first reading chose.
const port = (process.env["E2E_PORT"] ??= String(await findFreePort()))
const origin = `http://localhost:${port}`

const isRoot = process.getuid?.() === 0
const quietStart = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

const launchOptions = {
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: isRoot ? ["--no-sandbox", ...quietStart] : quietStart,
}

/** The whole product, started once, bought from by programs (`api`) and by people (`desktop`, `phone`). */
export default defineConfig({
  testDir: "e2e/specs",
  outputDir: "test-results",
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 40_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: { baseURL: origin, launchOptions, trace: "retain-on-failure", serviceWorkers: "block" },
  projects: [
    { name: "api", testDir: "e2e/specs/api" },
    { name: "desktop", testDir: "e2e/specs/journeys", use: { viewport: { width: 1280, height: 800 } } },
    { name: "phone", testDir: "e2e/specs/journeys", use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
  ],
  webServer: {
    command: "node --import tsx e2e/support/serve.ts",
    env: { E2E_PORT: port, E2E_RUNNER_PID: String(process.pid) },
    url: `${origin}/api/health`,
    timeout: 240_000,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
})
