import type { Page } from "@playwright/test"
import { recordContract } from "@/lib/endpoints/record/contract"
import { expectAccessible } from "@/e2e/pages/accessibility"
import { expect, test } from "@/e2e/support/fixtures"
import { fetchFromService, neverAnswers, abortsRequest } from "@/e2e/support/scripted-service"
import { tabTo } from "@/e2e/pages/tab-to"

const PAGES = "**/api/record?*"

/** Each check fetches and hashes the complete record. */
const VERIFICATION_TIMEOUT = { timeout: 30_000 }

const chainOf = (page: Page) => page.getByRole("region", { name: "Whole chain" })

test("the browser checks the complete chain and a saved head, by keyboard only", async ({ page }) => {
  await page.goto("/track-record")
  const chain = chainOf(page)
  const check = chain.getByRole("button", { name: "Check the whole chain" })
  await expect(check).toBeVisible()
  await tabTo(page, check)
  await page.keyboard.press("Enter")
  await expect(chain.getByRole("status")).toHaveText(
    /^[\d,]+ records, chain whole; [\d,]+ are revealed\.(?: The service lists [\d,]+ transactions with its heads, the newest for record [\d,]+: 0x[0-9a-f]{64}\. They were not read here: npm run verify-record reads the chain\.)? Head [0-9a-f]{64}$/,
    VERIFICATION_TIMEOUT,
  )
  await expect(check, "the button keeps the focus").toBeFocused()
  const [head = ""] = /[0-9a-f]{64}$/.exec(await chain.getByRole("status").innerText()) ?? []
  await chain.getByRole("textbox", { name: "Chain head you saved earlier" }).fill(head)
  await page.keyboard.press("Enter")
  await expect(chain.getByRole("status")).toContainText("The head you saved is record ", VERIFICATION_TIMEOUT)
  await chain.getByRole("textbox", { name: "Chain head you saved earlier" }).fill("ab".repeat(32))
  await page.keyboard.press("Enter")
  await expect(chain.getByRole("alert")).toContainText("the head you saved is none of the", VERIFICATION_TIMEOUT)
  await expectAccessible(page, "main")
})

test("a check reports a changed record with its number", async ({ page }) => {
  await page.route(PAGES, async (route) => {
    const answer = recordContract.response.parse(await (await fetchFromService(route)).json())
    const records = answer.records.map((record) => ({ ...record, ...(record.seq === 3 ? { nonce: "00" } : {}) }))
    await route.fulfill({ json: { ...answer, records } })
  })
  await page.goto("/track-record")
  const chain = chainOf(page)
  await chain.getByRole("button", { name: "Check the whole chain" }).click()
  await expect(chain.getByRole("alert")).toContainText("The chain breaks at record 3,")
  await expect(chain.getByRole("alert")).toContainText("what was revealed is not what was sealed")
})

test("a stopped check and a failed check report that nothing is proved", { tag: "@full" }, async ({ page }) => {
  await page.route(PAGES, neverAnswers)
  await page.goto("/track-record")
  const chain = chainOf(page)
  await chain.getByRole("button", { name: "Check the whole chain" }).click()
  await expect(chain.getByRole("progressbar")).toBeVisible()
  await chain.getByRole("button", { name: "Stop" }).click()
  await expect(chain.getByRole("status")).toHaveText("Stopped. Nothing is proved: no record checked.")
  await page.unroute(PAGES)
  await page.route(PAGES, abortsRequest)
  await chain.getByRole("button", { name: "Check the whole chain" }).click()
  await expect(chain.getByRole("alert")).toContainText("Nothing is proved")
})
