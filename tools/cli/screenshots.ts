import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BrowserContext, chromium, type Page } from "@playwright/test"
import { type Screen, screenAt, screens } from "@/lib/client/screens"
import { findFreePort } from "@/tools/sandbox/local-port"
import { buyOffers } from "./buy-offers"
import { type CommandArgs, runCommand } from "./command"
import { findBrowser } from "./find-browser"
import { startSandboxServer } from "./sandbox-server"
import { gallery, type Picture, STATES, type State, THEMES, fileOf, kept, WIDTHS } from "./screenshot-list"

const FOLDER = join("docs", "screens")
const HEIGHTS = { 390: 844, 1440: 900, 2560: 1440 } as const
/** A picture shows this much of a long page. */
const MAX_HEIGHT_PX = 1_900
const QUALITY = 45
/** A kept picture has this many pixels for each of the page: large enough to read, small enough to keep. */
const KEPT_SCALE = 0.75
/** Later than every panel's freshness limit. */
const STALE_MS = 26 * 60 * 60_000

const USAGE = `npm run screenshots [-- FOLDER]

Buys every panel once with the demo wallet and draws docs/screens, docs/screens.md and docs/overview.webp. With FOLDER, it draws there every screen
instead: ${WIDTHS.join(", ")} pixels wide, ${THEMES.join(" and ")}, ${STATES.join(", ")}.`

async function main({ positionals: [folder] }: CommandArgs): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-screens-"))
  const server = await startSandboxServer({
    command: "start",
    port: await findFreePort(),
    dataDir,
    fresh: true,
    everythingSold: true,
    progress: (line) => console.log(line),
    variables: { SANDBOX_SEED: "402" },
  })
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({ executablePath: findBrowser(), args: isRoot ? ["--no-sandbox"] : [] })
  const deviceScaleFactor = folder === undefined ? KEPT_SCALE : 1
  const options = { baseURL: server.origin, reducedMotion: "reduce", deviceScaleFactor } as const
  try {
    const [unpaid, bought, stale] = [
      await browser.newContext(options),
      await browser.newContext(options),
      await browser.newContext(options),
    ]
    const noScript = await browser.newContext({ ...options, javaScriptEnabled: false })
    await buyEverything(await bought.newPage())
    await copyAgedReceipts(bought, stale)
    const contexts = { unpaid, sample: unpaid, bought, stale, "no-script": noScript }
    const out = folder ?? FOLDER
    if (folder === undefined) rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(out, { recursive: true })
    const pictures = folder === undefined ? kept : all()
    for (const state of STATES) {
      const page = await contexts[state].newPage()
      const ofState = pictures.filter((picture) => picture.state === state)
      for (const picture of ofState) await draw(page, picture, out)
      await page.close()
      console.log(`${state}: ${ofState.length} pictures`)
    }
    if (folder === undefined) {
      await drawOverview(await bought.newPage())
      writeFileSync(join("docs", "screens.md"), gallery())
    }
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Whether a state of a screen differs: one without paid panels has no sample, and nothing on it becomes old. */
function hasState({ group }: Screen, state: State): boolean {
  if (state === "bought") return true
  if (state === "sample") return group === "Signals"
  return state === "no-script" || (group !== "Trust" && group !== "You")
}

function all(): readonly Picture[] {
  return STATES.flatMap((state) =>
    screens
      .filter((screen) => hasState(screen, state))
      .flatMap(({ href }) =>
        WIDTHS.flatMap((width) => THEMES.map((theme): Picture => ({ href, state, width, theme }))),
      ),
  )
}

async function buyEverything(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto("/")
  await page.getByRole("button", { name: "Connect wallet" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Demo wallet", exact: true }).click()
  await page.getByRole("button", { name: /^Wallet .*USDC$/ }).waitFor()
  for (const { href } of screens) {
    await open(page, href)
    await buyOffers(page)
  }
  await page.close()
}

/** Gives one browser the receipts of another as if they were bought a day ago and newer versions existed. */
async function copyAgedReceipts(from: BrowserContext, to: BrowserContext): Promise<void> {
  const { cookies, origins } = await from.storageState()
  await to.addCookies(cookies)
  const entries = origins.flatMap(({ localStorage }) => localStorage)
  await to.addInitScript(
    ({ stored, agedMs }) => {
      for (const { name, value } of stored) {
        const isReceipts = name.startsWith("signal402.receipts.")
        const aged = isReceipts
          ? (JSON.parse(value) as Record<string, unknown>[]).map((receipt) => ({
              ...receipt,
              deliveredAtMs: Number(receipt["deliveredAtMs"]) - agedMs,
              answeredAtMs: Number(receipt["answeredAtMs"] ?? receipt["deliveredAtMs"]) - agedMs,
              commitment: "0x00",
              version: 0,
            }))
          : null
        localStorage.setItem(name, aged === null ? value : JSON.stringify(aged))
      }
    },
    { stored: entries, agedMs: STALE_MS },
  )
}

async function open(page: Page, href: string): Promise<void> {
  await page.goto(href)
  // Pages request versions regularly, so the network may never be idle.
  await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined)
}

async function draw(page: Page, picture: Picture, folder: string): Promise<void> {
  const { href, state, width, theme } = picture
  const viewport = { width, height: HEIGHTS[width] }
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: theme })
  await open(page, screenAt(href).href)
  if (state === "sample") {
    await page.getByRole("button", { name: "See a sample" }).first().click()
    await page.locator(".answer.sample").first().waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
  }
  const footer = await page.locator("footer").boundingBox()
  const bottom = Math.ceil((footer?.y ?? 0) + (footer?.height ?? 0))
  // The window is as tall as the picture, so that fixed bars are at their place.
  await page.setViewportSize({ width, height: Math.max(viewport.height, Math.min(MAX_HEIGHT_PX, bottom)) })
  await capture(page, join(folder, fileOf(picture)))
}

/** The picture of the README: the top of a coin page, as high as its chart. */
async function drawOverview(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" })
  await page.setViewportSize({ width: 1440, height: 1_200 })
  await open(page, "/coins/BTC")
  const chart = await page.locator(".coin-chart").boundingBox()
  await page.setViewportSize({ width: 1440, height: Math.ceil((chart?.y ?? 0) + (chart?.height ?? 0)) + 24 })
  await capture(page, join("docs", "overview.webp"))
}

async function capture(page: Page, path: string): Promise<void> {
  await page.mouse.move(0, 0)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY })
  await session.detach()
  writeFileSync(path, Buffer.from(data, "base64"))
}

await runCommand(main, { usage: USAGE, maxPositionals: 1 })
