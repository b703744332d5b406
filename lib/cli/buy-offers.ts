import type { Page } from "@playwright/test"

const under = (...states: readonly string[]) => states.map((state) => `section[data-state="${state}"]`).join()
const UNDER_WAY = under("signing", "settling", "finishing")
const GONE_WRONG = under("wallet-failed", "refused", "failed", "unknown", "spent")

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
  await main.locator(UNDER_WAY).first().waitFor({ state: "detached" })
  const failed = await main.locator(GONE_WRONG).getByRole("heading", { level: 3 }).allInnerTexts()
  if (failed.length > 0) throw new Error(`Not delivered: ${failed.join(", ")}.`)
}
