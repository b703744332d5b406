import type { Page, Request } from "@playwright/test"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { boughtPanel } from "@/e2e/support/bought-panel"
import { expect, test } from "@/e2e/support/fixtures"
import { seedBrowser } from "@/e2e/support/seed"

/** About the speed of a mid-range phone. */
const SLOWDOWN = 4
const MAX_NODES = 1_500
/** Includes the scripts that a locked page loads late, and the live chart that both pages have. `javascript-size.spec.ts` has the limit of the first load. */
const MAX_SCRIPT_BYTES = { "/": 260_500, "/coins/BTC": 273_500 }
const LONG_TASK_MS = 200

const owned = ["signal", "risk", "context"].map((id) => boughtPanel(id).receipt)

for (const [href, receipts] of [
  ["/", []],
  ["/", owned],
  ["/coins/BTC", []],
  ["/coins/BTC", owned],
] as const) {
  const state = receipts.length === 0 ? "locked" : "bought"
  test(`${href} with all panels ${state} stays within the size limits`, async ({ page }) => {
    await seedBrowser(page, { receipts })
    const session = await page.context().newCDPSession(page)
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN })
    const scripts = countScripts(page)
    await page.addInitScript(recordLongTasks)
    await page.goto(href)
    const title = page.getByRole("region", { name: `${signalContract.example.coin} signal`, exact: true })
    if (receipts.length > 0) await expect(title.getByText("BTC when computed", { exact: true })).toBeVisible()
    await page.waitForLoadState("networkidle")
    const nodes = await page.evaluate(() => document.body.querySelectorAll("*").length)
    const longTasks = await page.evaluate(() => Reflect.get(window, "longTasks") as number[])
    const bytes = await scripts()
    // Durations depend on the machine and its load, so they are recorded and not checked.
    const tasks = longTasks.map((ms) => Math.round(ms)).toSorted((a, b) => b - a)
    const long = tasks.filter((ms) => ms > LONG_TASK_MS).length
    const description = `${nodes} nodes, ${bytes} bytes of scripts, ${long} tasks over ${LONG_TASK_MS} ms, longest ${tasks[0] ?? 0} ms`
    test.info().annotations.push({ type: "speed", description })
    console.log(`${href}, ${state}: ${description}`)
    expect(nodes).toBeLessThanOrEqual(MAX_NODES)
    if (receipts.length === 0) expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES[href])
  })
}

/** Sums the compressed bytes of the scripts that are loaded by the time of the call. */
function countScripts(page: Page): () => Promise<number> {
  const scripts: Request[] = []
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") scripts.push(request)
  })
  return async () => {
    const sizes = await Promise.all(scripts.map((request) => request.sizes()))
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  }
}

/** Runs in the page. */
function recordLongTasks(): void {
  const longTasks: number[] = []
  Reflect.set(window, "longTasks", longTasks)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  }).observe({ type: "longtask", buffered: true })
}
