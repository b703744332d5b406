import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectWallet, walletChip } from "@/e2e/pages/wallet"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer, FAUCET_AMOUNT } from "@/tools/testing/payments/x402-payer"

test("a signature by another account is not sent, and the next payment works", async ({ page, origin, chain }) => {
  const [payer, otherPayer] = [await newPayer(origin), await newPayer(origin)]
  const wallet = await injectWallet(page, payer)
  wallet.signer = otherPayer.account
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const signal = panelOf(page, "BTC signal")
  await signal.view.click()
  await expect(signal.status).toContainText(/^Not paid, nothing was charged\. Your wallet signed with 0x.* Choose 0x/)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT)
  expect(await chain.transfersFrom(payer.address)).toEqual([])

  wallet.signer = payer.account
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.95 USDC$/)
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})
