import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectWallet } from "@/e2e/pages/wallet"
import { connectionLost, gatewayTimeout, loseFirstAnswer, settlementPending } from "@/e2e/support/bad-network"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer } from "@/e2e/support/payer"

const mishaps = {
  "the connection breaks": connectionLost,
  "a gateway times out": gatewayTimeout,
  "settlement is pending": settlementPending,
} as const

for (const [what, mishap] of Object.entries(mishaps)) {
  test(`when ${what} after paying, Resume delivers without a second signature`, async ({ page, origin, chain }) => {
    const payer = await newPayer(origin)
    const wallet = await injectWallet(page, payer)
    await loseFirstAnswer(page, "/api/signal/BTC", mishap)
    await page.goto("/")
    await connectWallet(page, WALLET_NAME)
    const signal = panelOf(page, "BTC signal")
    await signal.view.click()
    await expect(signal.status).toContainText("You may have been charged.")
    await expect(signal.view, "no way to pay twice").toHaveCount(0)

    await signal.resume.click()
    await expect(signal.verdict).toBeVisible()
    expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])
    const transaction = await signal.transaction()
    expect((await chain.transfersFrom(payer.address)).map((transfer) => transfer.transaction)).toEqual([transaction])
  })
}

test("a payment whose answer was lost is still there after a reload", async ({ page, origin, chain }) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  await loseFirstAnswer(page, "/api/signal/BTC", connectionLost)
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const signal = panelOf(page, "BTC signal")
  await signal.view.click()
  await expect(signal.resume).toBeVisible()

  await page.reload()
  await signal.resume.click()
  await expect(signal.verdict).toBeVisible()
  expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})
