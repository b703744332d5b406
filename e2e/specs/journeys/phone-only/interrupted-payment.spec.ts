import type { Page } from "@playwright/test"
import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectWallet } from "@/e2e/pages/wallet"
import {
  connectionLost,
  gatewayTimeout,
  failFirstPaidAnswer,
  neverAnswered,
  settlementPending,
} from "@/e2e/support/network-faults"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer } from "@/tools/testing/payments/x402-payer"

const networkFaults = {
  "the connection breaks": connectionLost,
  "a gateway times out": gatewayTimeout,
  "settlement is pending": settlementPending,
} as const

for (const [what, fault] of Object.entries(networkFaults)) {
  const tag = fault === connectionLost ? [] : "@full"
  test(
    `when ${what} after paying, the page fetches the answer without a second signature`,
    { tag },
    async ({ page, origin, chain }) => {
      const payer = await newPayer(origin)
      const wallet = await injectWallet(page, payer)
      await failFirstPaidAnswer(page, "/api/signal/BTC", fault)
      await page.goto("/")
      await connectWallet(page, WALLET_NAME)
      const signal = panelOf(page, "BTC signal")
      await signal.view.click()
      await expect(signal.status).toContainText("You may have been charged.")
      await expect(signal.view, "a second payment is not offered").toHaveCount(0)

      await expect(signal.verdict).toBeVisible()
      expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])
      const transaction = await signal.transaction()
      expect((await chain.transfersFrom(payer.address)).map((transfer) => transfer.transaction)).toEqual([transaction])
    },
  )
}

const PATH = "/api/signal/BTC"

/** Signs and sends a payment whose answer never arrives. */
async function payWithoutAnswer(page: Page, origin: string) {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  await failFirstPaidAnswer(page, PATH, neverAnswered)
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const sent = page.waitForRequest((request) => "payment-signature" in request.headers())
  await panelOf(page, "BTC signal").view.click()
  await sent
  return { payer, wallet }
}

test("when a page closes while its payment settles, the next page finishes the purchase", async ({
  page,
  origin,
  chain,
}) => {
  const { payer, wallet } = await payWithoutAnswer(page, origin)
  await page.reload()
  const signal = panelOf(page, "BTC signal")
  await expect(signal.verdict).toBeVisible()
  await expect(signal.status).toHaveText("BTC signal delivered for $0.05.")
  expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})

test(
  "a pending payment is completed on a screen without its panel",
  { tag: "@full" },
  async ({ page, origin, chain }) => {
    const { payer, wallet } = await payWithoutAnswer(page, origin)
    await page.goto("/methodology")
    await expect.poll(() => page.evaluate(() => localStorage.getItem("signal402.attempts.1"))).toBe("[]")
    await page.goto("/receipts")
    await expect(page.locator("details.receipt")).toContainText("BTC signal")
    await expect(page.getByRole("region", { name: "Unconfirmed payments" })).toHaveCount(0)
    expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])
    expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
  },
)

test("a second tab waits while the first tab pays, and completes the payment when the first tab closes", async ({
  page,
  context,
  origin,
  chain,
}) => {
  const other = await context.newPage()
  let sentByOther = 0
  other.on("request", (request) => {
    if ("payment-signature" in request.headers()) sentByOther += 1
  })
  await other.goto("/")
  const { payer } = await payWithoutAnswer(page, origin)
  const signal = panelOf(other, "BTC signal")
  await expect(signal.status).toHaveText(/^Completing your payment\./)
  expect(sentByOther, "two tabs never send in parallel").toBe(0)
  await page.close()
  await expect(signal.verdict).toBeVisible()
  expect(sentByOther).toBe(1)
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})
