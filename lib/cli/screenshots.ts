import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium, type Page } from "@playwright/test"
import { type Screen, screens } from "@/lib/client/screens"
import { findFreePort } from "@/lib/sandbox/chain/local-port"
import { buyOffers } from "./buy-offers"
import { runCommand } from "./command"
import { findBrowser } from "./find-browser"
import { startSandboxServer } from "./sandbox-server"

const FOLDER = "docs/screens"
const THEMES = ["dark", "light"] as const
const DEVICES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const
/** A picture shows this much of a long page. */
const TALLEST_PX = 1_900
const QUALITY = 58
/** Three quarters of a pixel for each of the page: large enough to read, small enough to keep. */
const SCALE = 0.75

type Device = keyof typeof DEVICES

const USAGE =
  "npm run screenshots      buys every panel once with the demo wallet and pictures all screens, dark and light"

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-screens-"))
  const server = await startSandboxServer({
    command: "start",
    port: await findFreePort(),
    dataDir,
    fresh: true,
    progress: (line) => console.log(line),
    variables: { SANDBOX_SEED: "402" },
  })
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({ executablePath: findBrowser(), args: isRoot ? ["--no-sandbox"] : [] })
  try {
    const context = await browser.newContext({
      baseURL: server.origin,
      reducedMotion: "reduce",
      deviceScaleFactor: SCALE,
    })
    const page = await context.newPage()
    await buyEverything(page)
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    for (const device of Object.keys(DEVICES) as Device[]) {
      for (const theme of THEMES) {
        for (const screen of screens) await picture(page, screen, { device, theme })
      }
      console.log(`${device}: ${screens.length} screens, ${THEMES.join(" and ")}`)
    }
    writeFileSync(join("docs", "screens.md"), gallery())
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function buyEverything(page: Page): Promise<void> {
  await page.setViewportSize(DEVICES.desktop)
  await page.goto("/")
  await page.getByRole("button", { name: "Connect wallet" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Demo wallet", exact: true }).click()
  await page.getByRole("button", { name: /^Wallet .*USDC$/ }).waitFor()
  for (const { href } of screens) {
    await open(page, href)
    await buyOffers(page)
  }
}

async function open(page: Page, href: string): Promise<void> {
  await page.goto(href)
  // Pages request versions regularly, so the network may never be idle.
  await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

async function picture(
  page: Page,
  screen: Screen,
  { device, theme }: { device: Device; theme: string },
): Promise<void> {
  const viewport = DEVICES[device]
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: theme === "dark" ? "dark" : "light" })
  await open(page, screen.href)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  // The window is as tall as the picture, so that fixed bars are at their place.
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, Math.min(TALLEST_PX, height)) })
  const path = join(FOLDER, fileOf(screen, device, theme))
  await page.screenshot({ path, type: "jpeg", quality: QUALITY, animations: "disabled" })
}

function fileOf({ href }: Screen, device: string, theme: string): string {
  const name = href === "/" ? "overview" : href.slice(1).replaceAll("/", "-").toLowerCase()
  return `${name}-${device}-${theme}.jpg`
}

function gallery(): string {
  const rows = screens.map((screen) => {
    const image = (device: string, theme: string, width: number) =>
      `<img src="screens/${fileOf(screen, device, theme)}" width="${width}" alt="${screen.title}, ${device}, ${theme}">`
    const wide = THEMES.map((theme) => image("desktop", theme, 400)).join(" ")
    const narrow = THEMES.map((theme) => image("phone", theme, 150)).join(" ")
    return `## ${screen.title}\n\n${screen.description}\n\n${wide} ${narrow}\n`
  })
  const head =
    "# Screens\n\nEvery screen of the sandbox, its panels bought with the demo wallet. `npm run screenshots` renews them.\n"
  return [head, ...rows].join("\n")
}

await runCommand(main, { usage: USAGE })
