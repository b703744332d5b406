import type { Page } from "@playwright/test"

const statusSelector = (...states: readonly string[]) => states.map((state) => `section[data-state="${state}"]`).join()
const IN_PROGRESS = statusSelector("signing", "settling", "finishing")
const FAILED = statusSelector("wallet-failed", "refused", "failed", "unknown", "spent")

/**
 * Buys all offers of a screen with the connected wallet and waits for the answers: leaving the page earlier would lose
 * them.
 *
 * @throws when an answer is not delivered
 */
export async function buyOffers(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Wallet .*USDC$/ }).waitFor()
  const main = page.getByRole("main")
  const offers = main.getByRole("button", { name: /^View for \$/ })
  for (let left = await offers.count(); left > 0; left--) {
    await offers.first().click()
    await offers.nth(left - 1).waitFor({ state: "detached" })
  }
  await main.locator(IN_PROGRESS).first().waitFor({ state: "detached" })
  const failed = await main.locator(FAILED).getByRole("heading", { level: 3 }).allInnerTexts()
  if (failed.length > 0) throw new Error(`Not delivered: ${failed.join(", ")}.`)
}
