import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet, walletChip } from "@/e2e/pages/wallet"
import { demoAddress } from "@/e2e/support/demo-wallet"

test("the demo wallet buys the BTC signal, keeps the answer after a reload and buys it again", async ({
  page,
  chain,
  terms,
}) => {
  await page.goto("/")
  await expect(page.getByText("Sandbox: simulated market, play money.")).toBeVisible()
  const signal = panelOf(page, "BTC signal")
  await expect(signal.view, "the price is visible without a wallet").toBeVisible()
  await connectDemoWallet(page)
  const payer = await demoAddress(page)

  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  await expect(signal.status).toHaveText("BTC signal delivered for $0.05.")
  await expect(walletChip(page)).toHaveAccessibleName(/9\.95 USDC$/)
  const transaction = await signal.transaction()
  expect(await chain.transfersFrom(payer)).toEqual([{ to: terms.payTo, value: 50_000n, transaction }])

  await page.reload()
  await expect(signal.verdict, "the bought answer stays").toBeVisible()
  expect(await signal.transaction()).toBe(transaction)
  await expect(walletChip(page), "the wallet reconnects").toHaveAccessibleName(/9\.95 USDC$/)
  expect(await chain.transfersFrom(payer), "a reload is free").toHaveLength(1)

  await signal.buyAgain()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
  await expect.poll(() => signal.transaction()).not.toBe(transaction)
  expect(await chain.transfersFrom(payer)).toHaveLength(2)
})

test("each purchase has a receipt on the receipts page", { tag: "@phone" }, async ({ page }) => {
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

test("disconnecting in one tab disconnects all tabs", { tag: "@phone" }, async ({ page, context }) => {
  await page.goto("/")
  await connectDemoWallet(page)
  const other = await context.newPage()
  await other.goto("/regime")
  await expect(walletChip(other)).toHaveAccessibleName(/10\.00 USDC$/)
  await walletChip(page).click()
  await page.getByRole("button", { name: "Disconnect and delete" }).click()
  await expect(other.getByRole("banner").getByRole("button", { name: "Connect wallet" })).toBeVisible()
  const kept = () => other.evaluate(() => Object.keys(localStorage).filter((key) => /wallet|wagmi/.test(key)))
  await expect.poll(kept, "stored wallet entries").toEqual([])
})

test(
  "on a return visit the page shows that the wallet connects, and does not ask to connect it",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/")
    await connectDemoWallet(page)
    await page.addInitScript(recordWalletButton)
    await page.reload()
    await expect(walletChip(page)).toBeVisible()
    const texts = await page.evaluate(() => document.documentElement.dataset["walletButton"]?.split("|") ?? [])
    expect(texts[0], "the server-rendered text").toBe("Connect wallet")
    expect(texts.lastIndexOf("Connect wallet")).toBe(0)
    expect(texts).toContain("Connecting…")
  },
)

/** Records every text of the wallet button since the page load. */
function recordWalletButton(): void {
  const texts: string[] = []
  new MutationObserver(() => {
    const text = document.querySelector("button.wallet-button")?.textContent
    if (text === undefined || text === null || text === texts.at(-1)) return
    texts.push(text)
    document.documentElement.dataset["walletButton"] = texts.join("|")
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

test("the price button of a locked panel opens the wallet dialog, and Escape returns the focus", async ({ page }) => {
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
