import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { buyFirstSignal } from "@/e2e/pages/first-purchase"

test("purchases work with damaged browser storage, and the damaged data is kept under another key", async ({
  page,
}) => {
  await page.goto("/")
  await page.evaluate(() => {
    for (const key of ["receipts", "attempts", "exchanges", "sign-ins", "budget"])
      localStorage.setItem(`signal402.${key}.1`, '[{"id')
  })
  await page.reload()
  await connectDemoWallet(page)
  const signal = panelOf(page, "BTC signal")
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  await page.reload()
  await expect(signal.verdict, "the bought answer is stored").toBeVisible()
  const aside = await page.evaluate(() => localStorage.getItem("signal402.receipts.1.damaged"))
  expect(aside).toBe('[{"id')
})

test("an unreadable receipt from another version of the page is kept", async ({ page }) => {
  await page.goto("/")
  await page.evaluate(() => localStorage.setItem("signal402.receipts.1", '[{"id":"0xfuture","shape":2}]'))
  await page.reload()
  await connectDemoWallet(page)
  const signal = panelOf(page, "ETH signal")
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  const stored = await page.evaluate(() => localStorage.getItem("signal402.receipts.1"))
  expect(JSON.parse(stored ?? "[]")).toMatchObject([{ id: "0xfuture", shape: 2 }, { title: "ETH signal" }])
})

test("disconnecting the demo wallet deletes its key, its receipts and its payments", async ({ page }) => {
  const signal = await buyFirstSignal(page)
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Wallet / })
    .click()
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect and delete" }).click()
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible()
  await expect(signal.verdict).toHaveCount(0)
  const left = await page.evaluate(() =>
    ["demo-wallet", "receipts", "attempts", "exchanges", "sign-ins", "wallet"].map(
      (name) => localStorage.getItem(`signal402.${name}.1`) ?? "[]",
    ),
  )
  expect(left).toEqual(["[]", "[]", "[]", "[]", "[]", "[]"])
})
