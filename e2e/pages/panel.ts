import type { Locator, Page } from "@playwright/test"

/** One paid panel, found by its title, for example `BTC signal`. */
export type Panel = {
  readonly region: Locator
  /** The status that the panel announces to screen readers. */
  readonly status: Locator
  readonly text: Locator
  readonly view: Locator
  /** The last line of a panel with a bought answer. It opens the receipt and the button that buys again. */
  readonly owned: Locator
  readonly resume: Locator
  /** Fetches a bought answer that this browser does not have. */
  readonly redeliverAnswer: Locator
  /** Disabled buttons: the panel waits for a price, for the wallet or for the service. */
  readonly waiting: Locator
  readonly button: (name: string) => Locator
  /** Buys an answer that is already owned. A second charge needs two clicks. */
  readonly buyAgain: () => Promise<void>
  /** A text that only a delivered signal has. */
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
