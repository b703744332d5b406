import type { Locator, Page } from "@playwright/test"

/** One paid panel, by the name that it shows: `BTC signal`. */
export type Panel = {
  readonly region: Locator
  /** What it announces. */
  readonly status: Locator
  readonly text: Locator
  readonly view: Locator
  /** The last line of a panel whose answer is owned and not offered again. It opens the receipt and the button that buys again. */
  readonly owned: Locator
  readonly resume: Locator
  /** Fetches what was bought and is not kept here. */
  readonly redeliverAnswer: Locator
  /** Buttons that have nothing to do for now: a price is being checked, or a wallet or the service has the word. */
  readonly waiting: Locator
  readonly button: (name: string) => Locator
  /** Pays once more for what is owned: on purpose, so by two clicks. */
  readonly buyAgain: () => Promise<void>
  /** The answer of a signal, once it is there. */
  readonly verdict: Locator
  /** Opens the receipt and reads the transaction hash. */
  readonly transaction: () => Promise<string>
}

export function panelOf(page: Page, title: string): Panel {
  const region = page.getByRole("region", { name: title, exact: true })
  const button = (name: string) => region.getByRole("button", { name, exact: true })
  const transaction = page.locator('dt:text-is("Transaction") + dd')
  return {
    region,
    status: region.getByRole("status"),
    text: region.locator(".panel-status"),
    view: button("View for $0.05"),
    owned: region.locator(".provenance > summary", { hasText: "refresh" }),
    resume: button("Get my answer (no second charge)"),
    redeliverAnswer: region.getByRole("button", { name: /^Restore free until/ }),
    waiting: region.locator('.panel-actions [aria-disabled="true"]:visible'),
    button,
    async buyAgain() {
      if ((await region.locator("details.provenance").getAttribute("open")) === null) await this.owned.click()
      await region.locator("summary", { hasText: /^Refresh$/ }).click()
      await button("Refresh for $0.05").click()
    },
    verdict: region.getByText("when computed"),
    async transaction() {
      const receipt = region.locator("details.provenance")
      if ((await receipt.getAttribute("open")) === null) await receipt.locator(":scope > summary").click()
      return receipt.locator(transaction).innerText()
    },
  }
}
