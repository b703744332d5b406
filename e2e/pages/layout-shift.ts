import { expect, type Page } from "@playwright/test"

/** What a page may move about by itself, as browsers count it: the sum of its layout shifts. */
const MAX_ON_LOAD = 0.05
/** "Good" of Core Web Vitals. An answer has not exactly the height that was reserved for it. */
const MAX_WHILE_BUYING = 0.1

/** Browsers know more of a shift than the types say. */
type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

/** Opens an address again. After everything has loaded, nothing that was visible has moved. */
export async function expectNoLayoutShift(page: Page, href: string): Promise<void> {
  // An open stream is a request that never ends.
  await page.route("**/api/stream*", (route) => route.abort())
  await page.goto(href)
  await page.waitForLoadState("networkidle")
  await page.evaluate(() => document.fonts.ready)
  await expectShiftsBelow(page, href, MAX_ON_LOAD)
}

/** Since the page was opened, little has moved, except within half a second of a press. */
export async function expectLittleMoved(page: Page, what: string): Promise<void> {
  await expectShiftsBelow(page, what, MAX_WHILE_BUYING)
}

async function expectShiftsBelow(page: Page, what: string, most: number): Promise<void> {
  const shifts = await page.evaluate(shiftsSoFar)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, `${what}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(most)
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
    // Without a shift the observer is not called.
    setTimeout(() => resolve([]), 500)
  })
}
