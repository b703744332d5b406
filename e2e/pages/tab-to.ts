import type { Locator, Page } from "@playwright/test"

const MAX_STOPS = 120

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press("Tab")
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The focus did not reach the target in ${MAX_STOPS} stops.`)
}
