import { availableParallelism } from "node:os"
import { defineConfig } from "@playwright/test"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { findFreePort } from "@/tools/sandbox/local-port"
import { isFull } from "@/e2e/support/sample"
import { desktop, phone } from "@/e2e/support/viewports"

// Workers read this file again and use the port that the first reading chose.
const port = (process.env["E2E_PORT"] ??= String(await findFreePort()))
/** Where a test receives webhooks. The server has to know before it starts. */
process.env["SANDBOX_WEBHOOKS"] ??= (await Promise.all(Array.from({ length: 4 }, () => findFreePort())))
  .map((port) => `http://127.0.0.1:${port}/hook`)
  .join(",")
const origin = `http://localhost:${port}`

const isRoot = process.getuid?.() === 0
/**
 * Chromium uses the last value of a repeated switch, so the list begins with what Playwright 1.65 switches off. The last
 * four are the suggestions of the address bar: two pages per window, and a third of the browser's work.
 */
const switchedOff = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
]

const quietStart = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${switchedOff.join(",")}`,
  // Chromium without a user interface sets letters as the one with it does.
  "--font-render-hinting=slight",
]

const launchOptions = {
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: isRoot ? ["--no-sandbox", ...quietStart] : quietStart,
}

// Draws letters in shades of grey, independently of the screen.
const stillArgs = ["--disable-lcd-text", "--force-color-profile=srgb"]

const notSampled = isFull ? [] : [/@full/]

/** The day before yesterday is whole, so `/history` sells it. */
const soldDay = isoDate(Date.now() - 2 * DAY_MS)

/** Starts the product once. Programs buy (`api`), people buy (`desktop`, `phone`), and every panel state is checked (`panels`). */
export default defineConfig({
  testDir: "e2e/specs",
  outputDir: "test-results",
  forbidOnly: true,
  retries: 0,
  // A missing snapshot fails; --update-snapshots writes it.
  updateSnapshots: "none",
  // One worker drives the browser while another waits for a server, a block or a deadline.
  workers: Math.ceil(availableParallelism() * 1.5),
  // Four times what the slowest tests take on two busy cores.
  timeout: 90_000,
  expect: {
    timeout: 20_000,
    // The accessibility tree is the same on every machine; an extra label fails like a missing one.
    toMatchAriaSnapshot: { pathTemplate: "e2e/snapshots/{testFileName}/{arg}{ext}", children: "deep-equal" },
    // The tolerance of pictures is in e2e/pages/screenshot.ts.
    toHaveScreenshot: {
      pathTemplate: "e2e/snapshots/{testFileName}/{arg}{ext}",
      stylePath: "e2e/support/static-bars.css",
    },
  },
  reporter: [["list"], ["./e2e/support/skips.reporter.ts"]],
  // Traces cost a sixth of the time; --trace on records them.
  use: { baseURL: origin, launchOptions, screenshot: "only-on-failure", serviceWorkers: "block" },
  projects: [
    { name: "api", testDir: "e2e/specs/api", grepInvert: notSampled },
    {
      name: "panels",
      testDir: "e2e/specs/panels",
      grepInvert: notSampled,
      // Its tests share nothing, and one large file would keep one worker busy at the end.
      fullyParallel: true,
      use: { viewport: desktop, launchOptions: { ...launchOptions, args: [...launchOptions.args, ...stillArgs] } },
    },
    // Tests that do not depend on the width run on the phone alone. A sample has those that depend on it most.
    {
      name: "desktop",
      testDir: "e2e/specs/journeys",
      testMatch: isFull ? "**/*.spec.ts" : /(keyboard|overview)\.spec\.ts$/,
      testIgnore: "**/phone-only/**",
      grepInvert: [/@phone/, ...notSampled],
      use: { viewport: desktop },
    },
    { name: "phone", testDir: "e2e/specs/journeys", grepInvert: notSampled, use: { viewport: phone, hasTouch: true } },
  ],
  webServer: {
    command: "node --import tsx e2e/support/serve.ts",
    env: { E2E_PORT: port, E2E_RUNNER_PID: String(process.pid) },
    // The simulated past is written oldest first, so now every example can be bought.
    url: `${origin}/api/history/SOL?to=${soldDay}`,
    timeout: 240_000,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
})
