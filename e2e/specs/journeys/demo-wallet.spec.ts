import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet, walletChip } from "@/e2e/pages/wallet"
import { demoAddress } from "@/e2e/support/demo-wallet"

test("a newcomer opens the BTC signal with play money, keeps it, and buys it again on purpose", async ({
  page,
  chain,
  terms,
}) => {
  await page.goto("/")
  await expect(page.getByText("Sandbox: simulated market, play money.")).toBeVisible()
  const signal = panelOf(page, "BTC signal")
  await expect(signal.view, "the price before any wallet").toBeVisible()
  await connectDemoWallet(page)
  const payer = await demoAddress(page)

  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  await expect(signal.status).toHaveText("BTC signal delivered for $0.05.")
  await expect(walletChip(page)).toHaveAccessibleName(/9\.95 USDC$/)
  const transaction = await signal.transaction()
  expect(await chain.transfersFrom(payer)).toEqual([{ to: terms.payTo, value: 50_000n, transaction }])

  await page.reload()
  await expect(signal.verdict, "what was bought stays").toBeVisible()
  expect(await signal.transaction()).toBe(transaction)
  await expect(walletChip(page), "the wallet comes back by itself").toHaveAccessibleName(/9\.95 USDC$/)
  expect(await chain.transfersFrom(payer), "reading again is free").toHaveLength(1)

  await signal.buyAgain()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
  await expect.poll(() => signal.transaction()).not.toBe(transaction)
  expect(await chain.transfersFrom(payer)).toHaveLength(2)
})

test("each purchase leaves a receipt that outlives the answer", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/coins/ETH")
  await connectDemoWallet(page)
  for (const title of ["ETH signal", "ETH context"]) {
    const panel = panelOf(page, title)
    await panel.view.click()
    await expect(panel.owned).toBeVisible()
  }
  await page.goto("/receipts")
  const receipts = page.getByRole("main").getByRole("listitem").filter({ hasText: "$0.05" })
  await expect(receipts).toHaveCount(2)
  await expect(page.getByRole("main")).toContainText("$0.10")
})

test("a wallet that is left in one tab is left in all", { tag: "@phone" }, async ({ page, context }) => {
  await page.goto("/")
  await connectDemoWallet(page)
  const other = await context.newPage()
  await other.goto("/regime")
  await expect(walletChip(other)).toHaveAccessibleName(/10\.00 USDC$/)
  await walletChip(page).click()
  await page.getByRole("button", { name: "Disconnect and delete" }).click()
  await expect(other.getByRole("banner").getByRole("button", { name: "Connect wallet" })).toBeVisible()
  const kept = () => other.evaluate(() => Object.keys(localStorage).filter((key) => /wallet|wagmi/.test(key)))
  await expect.poll(kept, "of the wallet").toEqual([])
})

test(
  "who comes back reads that the wallet is connecting, and is not asked to connect it",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/")
    await connectDemoWallet(page)
    await page.addInitScript(recordWalletButton)
    await page.reload()
    await expect(walletChip(page)).toBeVisible()
    const said = await page.evaluate(() => document.documentElement.dataset["walletButton"]?.split("|") ?? [])
    expect(said[0], "what was rendered before anything is known of this browser").toBe("Connect wallet")
    expect(said.lastIndexOf("Connect wallet")).toBe(0)
    expect(said).toContain("Connecting…")
  },
)

/** Writes down every text that the wallet button has had since the page began. */
function recordWalletButton(): void {
  const said: string[] = []
  new MutationObserver(() => {
    const text = document.querySelector("button.wallet-button")?.textContent
    if (text === undefined || text === null || text === said.at(-1)) return
    said.push(text)
    document.documentElement.dataset["walletButton"] = said.join("|")
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

test("a locked panel leads to the wallet and comes back to the price", async ({ page }) => {
  await page.goto("/")
  const signal = panelOf(page, "SOL signal")
  await signal.view.click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(signal.view).toBeFocused()
  await expect(signal.verdict).toHaveCount(0)
})
