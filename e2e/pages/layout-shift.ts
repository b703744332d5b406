import { expect, type Page } from "@playwright/test"

/** What a page may move about by itself, as browsers count it: the sum of its layout shifts. */
const MOST = 0.05

/** Browsers know more of a shift than the types say. */
type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

/** Opens an address again. After everything has loaded, nothing that was visible has moved. */
export async function expectNoLayoutShift(page: Page, href: string): Promise<void> {
  // An open stream is a request that never ends.
  await page.route("**/api/stream*", (route) => route.abort())
  await page.goto(href)
  await page.waitForLoadState("networkidle")
  await page.evaluate(() => document.fonts.ready)
  const shifts = await page.evaluate(shiftsSoFar)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, `${href}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST)
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
