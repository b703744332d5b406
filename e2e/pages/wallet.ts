import { expect, type Locator, type Page } from "@playwright/test"

/** The header's wallet button. Its accessible name contains the wallet and the balance. */
export function walletChip(page: Page): Locator {
  return page.getByRole("banner").getByRole("button", { name: /^Wallet / })
}

/** Chooses a wallet in the dialog and waits until the header shows its balance. */
export async function connectWallet(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Connect wallet" }).click()
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click()
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(walletChip(page)).toHaveAccessibleName(new RegExp(`^Wallet ${name} .*(\\d USDC|wrong network)$`))
}

/** Connects the demo wallet, which the faucet fills with 10 play USDC. */
export async function connectDemoWallet(page: Page): Promise<void> {
  await connectWallet(page, "Demo wallet")
  await expect(walletChip(page)).toHaveAccessibleName(/10\.00 USDC$/)
}
