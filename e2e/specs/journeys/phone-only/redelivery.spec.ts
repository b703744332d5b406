import type { Page } from "@playwright/test"
import { expectAccessible } from "@/e2e/pages/accessibility"
import { tabTo } from "@/e2e/pages/tab-to"
import { type Panel, panelOf } from "@/e2e/pages/panel"
import { connectWallet, walletChip } from "@/e2e/pages/wallet"
import { demoAddress } from "@/e2e/support/demo-wallet"
import { expect, test } from "@/e2e/support/fixtures"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer, FAUCET_AMOUNT, signFor } from "@/tools/testing/payments/x402-payer"
import { buyFirstSignal } from "@/e2e/pages/first-purchase"

/** Removes the stored answers and keeps the receipts, as the page does when browser storage is full. */
async function evictAnswers(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const receipts: readonly object[] = JSON.parse(localStorage.getItem(key) ?? "[]")
    const evicted = receipts.map((receipt) => ({ ...receipt, packed: undefined, body: null, headers: null }))
    localStorage.setItem(key, JSON.stringify(evicted))
  }, "signal402.receipts.1")
}

/** The text of the answer without its age. */
async function answerTexts({ region }: Panel): Promise<readonly string[]> {
  await expect(region.locator(".chart-plot:not(:has(svg))"), "charts that are still loading").toHaveCount(0)
  return region.locator(".answer > :not(.meta)").allInnerTexts()
}

/** Records the URLs of requests with a payment from now on. */
function recordPaidRequests(page: Page): readonly string[] {
  const paid: string[] = []
  page.on("request", (request) => {
    if (["payment-signature", "x-payment"].some((name) => name in request.headers())) paid.push(request.url())
  })
  return paid
}

test("the demo wallet restores a dropped answer for free by keyboard, and the stage shows the steps", async ({
  page,
  chain,
}) => {
  const signal = await buyFirstSignal(page)
  const answer = await answerTexts(signal)
  expect(answer).not.toEqual([])
  await evictAnswers(page)
  const paid = recordPaidRequests(page)
  await page.reload()
  await expect(signal.text).toContainText("You own this answer, but it is no longer stored in this browser.")
  await expect(signal.view, "an owned answer is not offered for sale").toHaveCount(0)

  await tabTo(page, signal.redeliverAnswer)
  // The button is disabled until the text to sign has loaded.
  await expect(signal.waiting).toHaveCount(0)
  await page.keyboard.press("Enter")
  await expect(signal.status).toHaveText("BTC signal restored. Nothing was charged.")
  await expect.poll(() => answerTexts(signal)).toEqual(answer)
  await expect(
    signal.region.getByRole("heading", { name: "BTC signal" }),
    "the title of the answer has the focus",
  ).toBeFocused()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.95 USDC$/)
  expect(await chain.transfersFrom(await demoAddress(page))).toHaveLength(1)
  expect(paid).toEqual([])

  await signal.region.locator("summary", { hasText: "Receipt" }).click()
  await signal.button("Show how").click()
  const stage = page.getByRole("complementary", { name: "Stage" })
  await expect(stage.locator(".arrow-label")).toHaveText([
    "GET /api/signal/BTC",
    "402 · or sign in",
    "Wallet signs a text",
    "GET again, signed in",
    /^200 · free · /,
  ])
  await stage.locator("summary", { hasText: "Wallet signs a text" }).click()
  await expect(stage.getByText("Checked in this browser: the signature recovers to")).toBeVisible()
  await expect(stage.getByRole("button", { name: "Copy curl" })).toBeVisible()
  await expectAccessible(page, ".stage-dock")
})

test(
  "a browser wallet restores an answer that was bought on another device without a payment",
  { tag: "@full" },
  async ({ page, origin, chain }) => {
    const payer = await newPayer(origin)
    const url = `${origin}/api/signal/BTC`
    expect((await fetch(url, { headers: await signFor(url, payer) })).status).toBe(200)
    const [bought] = await chain.transfersFrom(payer.address)
    const wallet = await injectWallet(page, payer)
    const paid = recordPaidRequests(page)
    await page.goto("/")
    await connectWallet(page, WALLET_NAME)
    const signal = panelOf(page, "BTC signal")
    await signal.region.locator("summary", { hasText: "What is inside, what you sign" }).click()
    await signal.region.locator("summary", { hasText: "Bought on another device?" }).click()
    await signal.button("Restore it free").click()
    await expect(signal.status).toHaveText("BTC signal restored. Nothing was charged.")
    expect(await signal.transaction(), "the receipt names the original transaction").toBe(bought?.transaction)

    await evictAnswers(page)
    await page.goto("/receipts")
    const entry = page.locator("details.receipt")
    await expect(entry).toContainText("restore free until")
    await entry.locator("summary").first().click()
    await entry.getByRole("button", { name: /^Restore free until/ }).click()
    await expect(entry.locator(".entry-status")).toHaveText("BTC signal restored. Nothing was charged.")
    await expect(entry.getByText("BTC when computed", { exact: true })).toBeVisible()
    await expectAccessible(page, "main")

    expect(wallet.prompts).toEqual(["personal_sign", "personal_sign"])
    const host = new URL(origin).host
    for (const text of wallet.texts) {
      expect(text).toMatch(new RegExp(`^${host} wants you to sign in with your Ethereum account:\n${payer.address}\n`))
      expect(text).toContain(`URI: ${url}\n`)
    }
    expect(paid).toEqual([])
    expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - 50_000n)
  },
)
