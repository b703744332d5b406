import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chromium } from "@playwright/test"
import { CommandEnv } from "@/lib/server/config/command-variables"
import { loadVariables } from "@/lib/server/config/load"
import { binOf } from "./run"

const SYSTEM_CHROMIUM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** Chromium without a user interface: a quarter less processor time for each test, but it shows no notifications. */
const SYSTEM_SHELL = "/usr/bin/chromium-headless-shell"

type Wanted = {
  /** Whether Chromium without a user interface is enough. */
  readonly shell?: boolean
}

/**
 * A Chromium for tests: `CHROMIUM_PATH`, Playwright's browser, a browser of the system, or a browser that is installed
 * now (from Playwright, or from Debian as root on Debian).
 */
export function findBrowser(wanted: Wanted = {}): string {
  return present(wanted) ?? installed(wanted) ?? fail()
}

function present({ shell = false }: Wanted): string | null {
  const { CHROMIUM_PATH: named } = loadVariables(CommandEnv.pick({ CHROMIUM_PATH: true }))
  // Another one in its place would draw other pictures.
  if (named !== undefined && !existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no file ${named}.`)
  const candidates = [named ?? [], shell ? SYSTEM_SHELL : [], chromium.executablePath(), SYSTEM_CHROMIUM].flat()
  return candidates.find((path) => existsSync(path)) ?? null
}

function installed(wanted: Wanted): string | null {
  console.log("No Chromium here; installing one …")
  const own = spawnSync(process.execPath, [binOf("@playwright/test", "playwright"), "install", "chromium"], {
    stdio: "inherit",
    timeout: 300_000,
  })
  if (own.status === 0 && present(wanted) !== null) return present(wanted)
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    spawnSync("apt-get", ["update"], { stdio: "inherit" })
    for (const name of wanted.shell ? ["chromium-headless-shell", "chromium"] : ["chromium"]) {
      // Older releases of Debian have no package of the shell.
      if (present(wanted) === null) spawnSync("apt-get", ["install", "-y", name], { stdio: "inherit" })
    }
  }
  return present(wanted)
}

function fail(): never {
  throw new Error("No Chromium found or installed. Install one and set CHROMIUM_PATH to it.")
}
