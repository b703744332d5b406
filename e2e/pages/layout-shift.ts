import { setTimeout as sleep } from "node:timers/promises"
import { expect, type Page } from "@playwright/test"

/** The limit of the sum of layout shifts (CLS) while a page loads. */
const MAX_ON_LOAD = 0.05
/** Half the threshold of "good" CLS in Core Web Vitals. An answer is slightly higher or lower than the reserved space. */
const MAX_WHILE_BUYING = 0.05
/** A browser excuses shifts until 500 ms after a click. */
const ANSWER_DELAY_MS = 800

/** The DOM types lack these fields. */
type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

/** Opens an address. Visible elements do not move while the page loads. */
export async function expectNoLayoutShift(page: Page, href: string): Promise<void> {
  // The request of the stream never ends, so the network would never be idle.
  await page.route("**/api/stream*", (route) => route.abort())
  await page.goto(href)
  await page.waitForLoadState("networkidle")
  await page.evaluate(() => document.fonts.ready)
  await expectShiftsBelow(page, href, MAX_ON_LOAD)
}

/** Paid answers arrive late, so that the shifts that they cause count. */
export async function delayPaidAnswers(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    if (route.request().headers()["payment-signature"] !== undefined) await sleep(ANSWER_DELAY_MS)
    await route.continue()
  })
}

/** The sum of layout shifts since the page load is small. Shifts within 500 ms after a click do not count. */
export async function expectLowLayoutShift(page: Page, what: string): Promise<void> {
  await expectShiftsBelow(page, what, MAX_WHILE_BUYING)
}

async function expectShiftsBelow(page: Page, what: string, most: number): Promise<void> {
  const shifts = await page.evaluate(shiftsSoFar)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, `${what}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(most)
}

/** Records every shift of the pages that are opened from now on, whatever the browser excuses. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: RecordedShift[] = []
    Object.assign(window, { recordedShifts: kept })
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as (Shift & {
        sources: readonly ShiftSource[]
      })[]) {
        const names = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          return `${element?.nodeName} ${element?.className.toString()} ${previousRect.y} to ${currentRect.y}`
        })
        kept.push({ value, atMs: startTime, names })
      }
    }).observe({ type: "layout-shift", buffered: true })
  })
}

/** The shifts since a time of the page, two frames after the newest change. */
export function shiftsSince(page: Page, sinceMs: number): Promise<readonly RecordedShift[]> {
  return page.evaluate(async (since) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done))
    const { recordedShifts } = window as unknown as { readonly recordedShifts: readonly RecordedShift[] }
    return recordedShifts.filter(({ atMs }) => atMs >= since)
  }, sinceMs)
}

type RecordedShift = { readonly value: number; readonly atMs: number; readonly names: readonly string[] }
type ShiftSource = {
  readonly node: Node | null
  readonly previousRect: DOMRectReadOnly
  readonly currentRect: DOMRectReadOnly
}

/** Runs in the page. */
function shiftsSoFar(): Promise<{ value: number; atMs: number }[]> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect()
      const shifts = list.getEntries() as Shift[]
      resolve(
        shifts
          .filter(({ hadRecentInput }) => !hadRecentInput)
          .map(({ value, startTime }) => ({ value, atMs: startTime })),
      )
    })
    observer.observe({ type: "layout-shift", buffered: true })
    // The observer is not called if no shift happened.
    setTimeout(() => resolve([]), 500)
  })
}
