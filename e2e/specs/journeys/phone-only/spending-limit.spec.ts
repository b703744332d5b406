import type { Page } from "@playwright/test"
import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet, connectWallet, walletChip } from "@/e2e/pages/wallet"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer } from "@/tools/testing/payments/x402-payer"
import { failFirstPaidAnswer, neverAnswered } from "@/e2e/support/network-faults"
import { fetchFromService, answersDataUnavailable, type Script, scriptService } from "@/e2e/support/scripted-service"
import { decodeHeader, encodeHeader } from "@/lib/client/purchase/header"
import { PaymentRequired } from "@/lib/client/purchase/wire"

async function setLimit(page: Page, dollars: string): Promise<void> {
  await page.getByRole("button", { name: /^Today .* budget/ }).click()
  const dialog = page.getByRole("dialog", { name: "Budget for today" })
  await dialog.getByLabel("Daily limit in dollars").fill(dollars)
  await dialog.getByRole("button", { name: "Set limit" }).click()
  await expect(
    dialog.getByRole("status").filter({ hasText: /^Saved: .* a day\. Purchases stop at this limit\.$/ }),
  ).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
}

test("the daily limit blocks purchases, also after a reload, until it is raised", async ({ page }) => {
  await page.goto("/")
  await connectDemoWallet(page)
  await setLimit(page, "0.07")
  const [first, second] = [panelOf(page, "BTC signal"), panelOf(page, "ETH signal")]
  await first.view.click()
  await expect(first.verdict).toBeVisible()
  await expect(page.getByRole("button", { name: "Today $0.05 of $0.07 spent, budget" })).toBeVisible()
  await expect(second.text).toContainText("today's limit leaves $0.02")

  await page.reload()
  await second.button("Raise the limit").click()
  await expect(page.getByRole("dialog", { name: "Budget for today" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(walletChip(page)).toHaveAccessibleName(/9\.95 USDC$/)
  await setLimit(page, "0.10")
  await second.view.click()
  await expect(second.verdict).toBeVisible()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
})

const bundleOf = (page: Page) => page.getByRole("region", { name: "This screen at once" })
const BRIEF = "/api/brief*"
const SIGNALS = ["BTC signal", "ETH signal", "SOL signal"]

test(
  "a purchase of the complete screen without a wallet continues after the demo wallet is funded",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/")
    const bundle = bundleOf(page)
    await bundle.getByRole("button", { name: "Unlock all 3 for $0.15" }).click()
    await page.getByRole("dialog", { name: "Connect a wallet" }).getByRole("button", { name: "Demo wallet" }).click()
    await expect(bundle.getByRole("status")).toHaveText("3 of 3 delivered for $0.15.")
    await expect(walletChip(page)).toHaveAccessibleName(/9\.85 USDC$/)
  },
)

test("one wallet prompt buys the complete screen, and the wallet pays exactly the total", async ({
  page,
  origin,
  chain,
}) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  const before = await chain.balanceOf(payer.address)
  await page.goto("/")
  const bundle = bundleOf(page)
  await expect(bundle).toContainText("Connect a wallet to pay. One signature for all. You pay only for what arrives.")
  await connectWallet(page, WALLET_NAME)
  await bundle.getByRole("button", { name: "Unlock all 3 for $0.15" }).click()
  await expect(bundle.getByRole("status")).toHaveText("3 of 3 delivered for $0.15.")
  await expect(bundle.getByRole("button", { name: "All unlocked" })).toBeVisible()
  for (const title of SIGNALS) {
    await expect(panelOf(page, title).verdict).toBeVisible()
    await expect(panelOf(page, title).status, "only the bundle announces the delivery").toHaveText("")
  }
  expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])
  expect((await chain.transfersFrom(payer.address)).map(({ value }) => value)).toEqual([150_000n])
  expect(await chain.balanceOf(payer.address)).toBe(before - 150_000n)
  await expect(page.getByRole("button", { name: /^Today \$0\.15 of .* budget$/ })).toBeVisible()

  await page.goto("/receipts")
  const receipts = page.locator("details.receipt")
  await expect(receipts).toHaveCount(3)
  await receipts.first().locator("summary").first().click()
  await expect(receipts.first()).toContainText("GET /api/brief?items=signal%2FBTC%2Csignal%2FETH%2Csignal%2FSOL")
  await receipts.first().getByRole("button", { name: "Replay on the stage" }).click()
  await expect(page.getByRole("complementary", { name: "Stage" })).toContainText("Brief: 3 answers")
})

test("a reload during the payment of a screen delivers all panels for one charge", async ({ page, origin, chain }) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  await failFirstPaidAnswer(page, BRIEF, neverAnswered)
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const sent = page.waitForRequest((request) => "payment-signature" in request.headers())
  await bundleOf(page).getByRole("button", { name: "Unlock all 3 for $0.15" }).click()
  await sent
  await page.reload()
  await expect(bundleOf(page).getByRole("button", { name: "All unlocked" })).toBeVisible()
  for (const title of SIGNALS) await expect(panelOf(page, title).verdict).toBeVisible()
  expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])
  expect((await chain.transfersFrom(payer.address)).map(({ value }) => value)).toEqual([150_000n])
})

test("a failed purchase of a screen is not charged and can be repeated", { tag: "@full" }, async ({ page }) => {
  let hasData = false
  // Removing the route would race with a request that it is handling.
  const paid: Script = (route) => (hasData ? route.continue() : answersDataUnavailable(route))
  await scriptService(page, BRIEF, { paid })
  await page.goto("/")
  await connectDemoWallet(page)
  const bundle = bundleOf(page)
  await bundle.getByRole("button", { name: "Unlock all 3 for $0.15" }).click()
  await expect(bundle.getByRole("status")).toHaveText(
    "0 of 3 delivered for $0.00. Not delivered and not charged: BTC signal, ETH signal, SOL signal.",
  )
  hasData = true
  await bundle.getByRole("button", { name: "Unlock all 3 for $0.15" }).click()
  await expect(bundle.getByRole("status")).toHaveText("3 of 3 delivered for $0.15.")
  await expect(page.getByRole("status", { name: "Wallet" }), "the wallet does not announce the delivery").toHaveText("")
  await expect(walletChip(page)).toHaveAccessibleName(/9\.85 USDC$/)
})

test("the total on the button excludes a panel without data", { tag: "@full" }, async ({ page, origin }) => {
  const wallet = await injectWallet(page, await newPayer(origin))
  await page.route(`**${BRIEF}`, async (route) => {
    const response = await fetchFromService(route)
    const challenge = PaymentRequired.parse(decodeHeader(response.headers()["payment-required"] ?? ""))
    const accepts = challenge.accepts.map((offer) => Object.assign({}, offer, { amount: "100000" }))
    const headers = { ...response.headers(), "payment-required": encodeHeader({ ...challenge, accepts }) }
    const items = { "signal/BTC": "0.05", "signal/ETH": "0.05", "signal/SOL": "left out" }
    await route.fulfill({ response, headers, json: { items } })
  })
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const bundle = bundleOf(page)
  await expect(bundle.getByRole("button", { name: "Unlock the remaining 2 for $0.10" })).toBeVisible()
  await expect(bundle).toContainText("Paused, waiting for data: SOL signal.")
  expect(wallet.prompts).toEqual([])
})

test("a panel that is not on sale is named and is not in the total", { tag: "@full" }, async ({ page }) => {
  await page.route("**/api/signal/SOL", (route) => route.fulfill({ status: 503, body: "" }))
  await page.goto("/")
  await connectDemoWallet(page)
  const bundle = bundleOf(page)
  await expect(bundle).toContainText("Not included, see its panel: SOL signal.")
  await bundle.getByRole("button", { name: "Unlock the remaining 2 for $0.10" }).click()
  await expect(bundle.getByRole("status")).toHaveText("2 of 2 delivered for $0.10.")
  await expect(bundle.getByRole("button", { name: "Nothing to buy now" })).toBeVisible()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
})
