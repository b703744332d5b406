import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { tabTo } from "@/e2e/pages/tab-to"
import { connectWallet, walletChip } from "@/e2e/pages/wallet"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer } from "@/tools/testing/payments/x402-payer"

test("a purchase needs only the keyboard, from the wallet to the answer", async ({ page }) => {
  await page.goto("/")
  await tabTo(page, page.getByRole("button", { name: "Connect wallet" }))
  await page.keyboard.press("Enter")
  // The code of the dialog loads at the first opening. A Tab before that would move on in the page.
  await expect(page.getByRole("dialog")).toBeVisible()
  await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Demo wallet" }))
  await page.keyboard.press("Enter")
  await expect(walletChip(page)).toHaveAccessibleName(/10\.00 USDC$/)
  await expect(walletChip(page), "the focus returns to the wallet button").toBeFocused()

  const signal = panelOf(page, "BTC signal")
  await tabTo(page, signal.view)
  await expect(signal.waiting, "the price is loaded").toHaveCount(0)
  await page.keyboard.press("Space")
  await expect(signal.verdict).toBeVisible()
  const title = signal.region.getByRole("heading", { name: "BTC signal" })
  await expect(title, "the title of the answer has the focus").toBeFocused()
  await expect(signal.status).toHaveText("BTC signal delivered for $0.05.")
})

test("the wallet dialog focuses its title, and Tab moves to Close and then to the wallets", async ({ page }) => {
  await page.goto("/")
  const button = page.getByRole("button", { name: "Connect wallet" })
  const dialog = page.getByRole("dialog")
  await tabTo(page, button)
  // The code of the dialog loads at the first opening. It is present at the second.
  for (const key of ["Enter", "Space"]) {
    await page.keyboard.press(key)
    await expect(dialog.getByRole("heading", { name: "Connect a wallet" }), key).toBeFocused()
    await expect(dialog.getByRole("button", { name: "Demo wallet" })).toBeVisible()
    await page.keyboard.press("Tab")
    await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused()
    await page.keyboard.press("Tab")
    await expect(dialog.getByRole("button", { name: "Demo wallet" })).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(button, "the focus returns").toBeFocused()
  }
})

test(
  "arrow keys select a parameter of a panel, and the focus stays on the selected option",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/markets")
    const etf = page.getByRole("region", { name: "Spot ETF flows" })
    await etf.getByRole("radio", { name: "Bitcoin" }).focus()
    for (const [fund, address] of [
      ["Ether", "GET /api/market/etf?asset=ETH"],
      ["Solana", "GET /api/market/etf?asset=SOL"],
    ] as const) {
      await page.keyboard.press("ArrowRight")
      await expect(etf.getByRole("radio", { name: fund })).toBeFocused()
      await expect(etf.getByRole("radio", { name: fund })).toBeChecked()
      await expect(etf.getByText(address)).toBeAttached()
    }
  },
)

test(
  "a text parameter is applied after a pause or on Enter, and the field keeps the focus",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/docs#yields")
    const endpoint = page.locator("#yields")
    const project = endpoint.getByLabel("project", { exact: true })
    await project.focus()
    await page.keyboard.type("aave-v3")
    await expect(project).toBeFocused()
    await expect(project).toHaveValue("aave-v3")
    await expect(endpoint.getByText("GET /api/yields?project=aave-v3")).toBeAttached()
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Enter")
    await expect(endpoint.getByText("GET /api/yields?project=aave-v")).toBeAttached()
    await expect(project).toBeFocused()
    await endpoint.getByLabel("il", { exact: true }).focus()
    await page.keyboard.press("ArrowDown")
    await expect(endpoint.getByLabel("il", { exact: true })).toBeFocused()
    await expect(endpoint.getByText("GET /api/yields?il=none&project=aave-v")).toBeAttached()
  },
)

test("a panel's parameters are locked while the wallet prompt is open", { tag: "@phone" }, async ({ page, origin }) => {
  const wallet = await injectWallet(page, await newPayer(origin))
  await page.goto("/docs#yields")
  await connectWallet(page, WALLET_NAME)
  const endpoint = page.locator("#yields")
  const project = endpoint.getByLabel("project", { exact: true })
  await expect(project).toBeEnabled()
  wallet.ignoresPrompts = true
  await endpoint.getByRole("button", { name: /^View for/ }).click()
  await expect(endpoint.locator("section.panel")).toHaveAttribute("data-state", "signing")
  await expect(project).toBeDisabled()
  await expect(endpoint.getByLabel("il", { exact: true })).toBeDisabled()
  wallet.rejects = true
  wallet.answerPrompts()
  await expect(project).toBeEnabled()
})
