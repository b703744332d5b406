import { institutionsContract } from "@/lib/endpoints/institutions/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"
import { expectNoOverflow } from "@/e2e/pages/accessibility"
import { expect, test } from "@/e2e/support/fixtures"
import { boughtPanel } from "@/e2e/support/bought-panel"
import { seedBrowser } from "@/e2e/support/seed"

/** A4 without margins, in CSS pixels. */
const sheet = { width: 718, height: 1047 }

test("a receipt prints its answer and its proof dark on white in any theme, without buttons", async ({ page }) => {
  await seedBrowser(page, { receipts: [receiptAt(NOW_MS - 60_000, { body: signalContract.example })] })
  await page.goto("/receipts")
  const receipt = page.locator("details.receipt")
  await receipt.locator("summary").first().click()
  await expect(receipt.getByText("Transaction", { exact: true })).toBeVisible()

  await page.setViewportSize(sheet)
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  await expect(receipt.getByText("Transaction", { exact: true })).toBeVisible()
  await expect(receipt.getByText("BTC when computed", { exact: true })).toBeVisible()
  await expect(page.getByRole("button")).toHaveCount(0)
  await expect(page.getByRole("banner")).toBeHidden()
  await expect(page.getByRole("navigation")).toHaveCount(0)
  await expectNoOverflow(page)
  const { ink, paper } = await receipt.evaluate((element) => ({
    ink: getComputedStyle(element).color,
    paper: getComputedStyle(document.documentElement).backgroundColor,
  }))
  expect({ ink, paper }).toEqual({ ink: "rgb(21, 29, 41)", paper: "rgb(255, 255, 255)" })
})

test("a long table, shortened on the screen, is complete on paper", { tag: "@full" }, async ({ page }) => {
  const { example } = institutionsContract
  const holders = Array.from({ length: 50 }, (_, index) => ({
    ...example.top_holders[0],
    company: `Company ${index}.`,
  }))
  const { receipt } = boughtPanel("institutions", { ...example, top_holders: holders })
  await seedBrowser(page, { receipts: [receipt] })
  await page.goto("/receipts")
  await page.locator("details.receipt summary").first().click()
  const table = page.locator(".table-wide", { hasText: "Company 49." })
  const last = table.getByText("Company 49.")
  await expect(last, "on a phone").toBeHidden()
  const hiddenPx = () => table.evaluate((box) => box.scrollHeight - box.clientHeight)
  await page.setViewportSize(sheet)
  await expect(table.getByText("Company 29."), "on a wider screen").toBeVisible()
  await expect(last, "on a wider screen").toBeHidden()
  expect(await hiddenPx(), "on a wider screen").toBe(0)

  await page.emulateMedia({ media: "print" })
  await expect(last, "on paper").toBeVisible()
  expect(await hiddenPx(), "on paper").toBe(0)
})
