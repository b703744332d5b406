import type { Page } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "@/e2e/pages/accessibility"
import { connectDemoWallet, connectWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer, FAUCET_AMOUNT } from "@/tools/testing/payments/x402-payer"

const PANELS = 13
/** Screens with a panel that the overview does not have. */
const OTHER_SCREENS = ["/institutions", "/defi", "/dex"]

const receiptsOf = (page: Page) => page.locator("summary", { hasText: /^Receipt/ })
const sessionViews = (page: Page) => page.getByRole("button", { name: /^View · \$/ })

async function openBudget(page: Page) {
  await page.getByRole("button", { name: /budget$/ }).click()
  return page.getByRole("dialog")
}

test("a session buys 13 panels with one wallet prompt, and its end returns the remaining deposit", async ({
  page,
  origin,
  chain,
}) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const budget = await openBudget(page)
  await budget.getByRole("button", { name: "Start session" }).click()
  const end = budget.getByRole("button", { name: /^End session, get \$\d\.\d\d back$/ })
  await expect(end).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page, "dialog")
  await page.keyboard.press("Escape")
  await expect(receiptsOf(page)).toHaveCount(1)

  const left = await sessionViews(page).count()
  for (let opened = 1; opened <= left; opened++) {
    await sessionViews(page).first().click()
    await expect(receiptsOf(page)).toHaveCount(1 + opened)
  }
  for (const href of OTHER_SCREENS) {
    await page.goto(href)
    await sessionViews(page).first().click()
    await expect(receiptsOf(page)).toHaveCount(1)
  }
  expect(1 + left + OTHER_SCREENS.length).toBe(PANELS)
  expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])

  await openBudget(page)
  const rest = Number(/\$(\d\.\d\d) back/.exec(await end.innerText())?.[1]) * 1_000_000
  const inWallet = await chain.balanceOf(payer.address)
  await end.click()
  await expect(budget.getByText("Session ended. What was left is back in your wallet.")).toBeVisible()
  expect(await chain.balanceOf(payer.address)).toBe(inWallet + BigInt(Math.round(rest)))
  expect(FAUCET_AMOUNT - inWallet, "the deposit").toBeGreaterThan(BigInt(Math.round(rest)))
  expect(wallet.prompts, "the service sends the refund").toHaveLength(1)
})

test("a declined deposit and a deposit above the daily limit are not charged", async ({ page, origin, chain }) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  wallet.rejects = true
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const budget = await openBudget(page)
  const start = budget.getByRole("button", { name: "Start session" })
  await start.click()
  await expect(budget.getByText("You declined. Nothing was deposited.")).toBeVisible()
  await budget.getByLabel("Amount in dollars").fill("2.50")
  await start.click()
  await expect(budget.getByText(/Today's limit leaves room for \$2\.00/)).toBeVisible()
  await expect(budget.getByLabel("Amount in dollars")).toHaveAttribute("aria-invalid", "true")
  expect(wallet.prompts).toHaveLength(1)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT)
})

test("the demo wallet starts the withdrawal of a session without the service", async ({ page }) => {
  await page.goto("/")
  await connectDemoWallet(page)
  const budget = await openBudget(page)
  await budget.getByRole("button", { name: "Start session" }).click()
  await expect(budget.getByRole("button", { name: /^End session/ })).toBeVisible()
  await budget.getByText("Withdraw without this service").click()
  const check = budget.getByRole("button", { name: "Check on chain" })
  await check.click()
  await budget.getByRole("button", { name: /^Start withdrawal of \$2\.00$/ }).click()
  await expect(budget.getByText("Withdrawal under way")).toBeVisible()
  await check.click()
  await expect(budget.getByText(/^Started\. It can be finished from /)).toBeVisible()
})
