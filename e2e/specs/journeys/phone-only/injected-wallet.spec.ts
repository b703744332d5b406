import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectWallet, walletChip } from "@/e2e/pages/wallet"
import { ETHEREUM, injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer, FAUCET_AMOUNT, unfundedPayer } from "@/tools/testing/payments/x402-payer"

test("a browser wallet pays exactly the price with one signature", async ({ page, origin, chain, terms }) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const signal = panelOf(page, "BTC signal")
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  const transaction = await signal.transaction()
  expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])
  expect(await chain.transfersFrom(payer.address)).toEqual([{ to: terms.payTo, value: 50_000n, transaction }])
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - 50_000n)
})

test("a declined signature is not charged, and the next click can sign", async ({ page, origin, chain }) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  wallet.rejects = true
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const signal = panelOf(page, "BTC signal")
  await signal.view.click()
  await expect(signal.status).toHaveText("You declined. Nothing was charged.")
  expect(await chain.transfersFrom(payer.address)).toEqual([])

  wallet.rejects = false
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})

test("a declined second purchase keeps the owned answer and the focus in its panel", async ({
  page,
  origin,
  chain,
}) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const signal = panelOf(page, "BTC signal")
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  wallet.rejects = true
  await signal.buyAgain()
  await expect(signal.status).toHaveText("You declined. Nothing was charged.")
  await expect(signal.verdict).toBeVisible()
  await expect(
    signal.region.getByRole("button", { name: /^(View|Refresh)/ }),
    "no button buys with one click",
  ).toHaveCount(0)
  await expect(signal.region.getByRole("heading", { name: "BTC signal" })).toBeFocused()
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})

test(
  "the reader can stop waiting for a wallet, and its late connection is revoked",
  { tag: "@full" },
  async ({ page, origin }) => {
    const wallet = await injectWallet(page, await newPayer(origin))
    wallet.ignoresPrompts = true
    await page.goto("/")
    await page.getByRole("button", { name: "Connect wallet" }).click()
    const dialog = page.getByRole("dialog", { name: "Connect a wallet" })
    const option = dialog.getByRole("button", { name: WALLET_NAME, exact: true })
    await option.click()
    await expect(dialog.getByRole("status")).toHaveText("Waiting for your wallet…")
    await expect(option, "the wallet option keeps the focus").toBeFocused()
    await page.keyboard.press("Escape")
    await expect(panelOf(page, "BTC signal").text).toHaveText("Waiting for your wallet…")

    await panelOf(page, "BTC signal").view.click()
    await dialog.getByRole("button", { name: "Stop waiting" }).click()
    await expect(dialog.getByRole("list", { name: "Wallets" })).toBeFocused()
    await dialog.getByRole("button", { name: "Demo wallet", exact: true }).click()
    await expect(panelOf(page, "BTC signal").verdict, "the purchase continues with the connected wallet").toBeVisible()
    await expect(walletChip(page)).toHaveAccessibleName(/^Wallet Demo wallet .*9\.95 USDC$/)

    wallet.answerPrompts()
    await expect.poll(() => wallet.revoked, "the late permission is revoked").toBe(true)
    await expect(walletChip(page)).toHaveAccessibleName(/^Wallet Demo wallet/)
  },
)

test(
  "the reader can stop waiting for a signature, and a late signature is not sent",
  { tag: "@full" },
  async ({ page, origin, chain }) => {
    const payer = await newPayer(origin)
    const wallet = await injectWallet(page, payer)
    await page.goto("/")
    await connectWallet(page, WALLET_NAME)
    wallet.ignoresPrompts = true
    const signal = panelOf(page, "BTC signal")
    await signal.view.click()
    await signal.button("Stop waiting").press("Enter")
    await expect(signal.status).toContainText("You stopped waiting. Nothing was charged")
    await expect(signal.view, "the focus stays in the panel").toBeFocused()

    wallet.ignoresPrompts = false
    await signal.view.click()
    await expect(signal.verdict).toBeVisible()
    wallet.answerPrompts()
    await expect.poll(() => wallet.prompts).toHaveLength(2)
    await page.reload()
    await expect(signal.owned).toBeVisible()
    expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
  },
)

test("a wallet without USDC gets no wallet prompt and buys after the faucet funds it", async ({ page, chain }) => {
  const payer = unfundedPayer()
  const wallet = await injectWallet(page, payer)
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const signal = panelOf(page, "BTC signal")
  await expect(signal.text).toContainText("Balance 0.00 USDC, price $0.05.")
  await signal.button("Add USDC").click()
  await expect(walletChip(page)).toHaveAccessibleName(/10\.00 USDC$/)
  expect(wallet.prompts).toEqual([])
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})

test("a wallet on another network is switched, after the network is added if it is unknown", async ({
  page,
  origin,
  chain,
}) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer, ETHEREUM)
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  await expect(walletChip(page)).toHaveAccessibleName(/wrong network$/)
  const signal = panelOf(page, "BTC signal")
  await expect(signal.text).toContainText("Your wallet is on another network.")
  wallet.rejects = true
  await signal.button("Switch network").click()
  await expect(signal.text).toContainText("You declined to switch. Press again, or switch in your wallet.")
  wallet.rejects = false
  wallet.prompts.length = 0
  await signal.button("Switch network").click()
  await expect(walletChip(page)).toHaveAccessibleName(/10\.00 USDC$/)
  expect(wallet.prompts.slice(0, 2)).toEqual(["wallet_switchEthereumChain", "wallet_addEthereumChain"])
  await walletChip(page).click()
  await expect(page.locator("dialog[open] [role=alert]"), "the earlier error is gone").toBeEmpty()
  await page.keyboard.press("Escape")
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  expect(wallet.prompts.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(1)
  expect(await chain.transfersFrom(payer.address)).toHaveLength(1)
})
