import { availableParallelism } from "node:os"
import { defineConfig } from "@playwright/test"
import { findFreePort } from "@/lib/sandbox/chain/local-port"
import { desktop, phone } from "@/e2e/support/viewports"

// Workers read this file again: they find the port that the first reading chose.
const port = (process.env["E2E_PORT"] ??= String(await findFreePort()))
const origin = `http://localhost:${port}`

const isRoot = process.getuid?.() === 0
/**
 * Of a switch that is given twice Chromium hears the last: first what Playwright 1.65 switches off. Then the suggestions of
 * the address bar, two pages of its own that each window loads: a third of the browser's work, for a bar nobody sees.
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
]

const launchOptions = {
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: isRoot ? ["--no-sandbox", ...quietStart] : quietStart,
}

// Letters are drawn in shades of grey and with nothing that depends on a screen.
const stillArgs = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"]

/** The whole product, started once, bought from by programs (`api`) and by people (`desktop`, `phone`), looked at in every state (`panels`). */
export default defineConfig({
  testDir: "e2e/specs",
  outputDir: "test-results",
  forbidOnly: true,
  retries: 0,
  // One that is missing fails: who wants it written asks with --update-snapshots.
  updateSnapshots: "none",
  // One drives the browser while another waits for a server, a block or a deadline.
  workers: Math.ceil(availableParallelism() * 1.5),
  // Four times what the slowest take on two cores that are busy with other things: only who hangs is late.
  timeout: 90_000,
  expect: {
    timeout: 20_000,
    // What a screen reader is told is the same on every machine and screen; a label too many is noticed like one too few.
    toMatchAriaSnapshot: { pathTemplate: "e2e/snapshots/{testFileName}/{arg}{ext}", children: "deep-equal" },
    // How far a picture may differ is said where pictures are compared: e2e/pages/screenshot.ts.
    toHaveScreenshot: {
      pathTemplate: "e2e/snapshots/{testFileName}/{arg}{ext}",
      stylePath: "e2e/support/still.css",
    },
  },
  reporter: [["list"], ["./e2e/support/skips.reporter.ts"]],
  // A trace of every test costs a sixth of the time: who wants one asks with --trace on.
  use: { baseURL: origin, launchOptions, screenshot: "only-on-failure", serviceWorkers: "block" },
  projects: [
    { name: "api", testDir: "e2e/specs/api" },
    {
      name: "panels",
      testDir: "e2e/specs/panels",
      // Its tests share nothing, and one file of forty would keep one worker busy when the others have gone home.
      fullyParallel: true,
      use: { viewport: desktop, launchOptions: { ...launchOptions, args: [...launchOptions.args, ...stillArgs] } },
    },
    // What the width of the screen cannot change is walked on the phone alone.
    {
      name: "desktop",
      testDir: "e2e/specs/journeys",
      testIgnore: "**/once/**",
      grepInvert: /@phone/,
      use: { viewport: desktop },
    },
    { name: "phone", testDir: "e2e/specs/journeys", use: { viewport: phone, hasTouch: true } },
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
