import type { Page } from "@playwright/test"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet, walletChip } from "@/e2e/pages/wallet"
import { fetchFromService } from "@/e2e/support/scripted-service"

const PATH = "/signal/BTC"
const first = "aa".repeat(32)
const second = "bb".repeat(32)

/** Replaces the version of one path in the service's version list and in the ETag of its answers. */
async function scriptVersion(page: Page): Promise<{ version: number; commitment: string }> {
  const now = { version: 17, commitment: first }
  await page.route("**/api/versions", async (route) => {
    const answer = versionsContract.response.parse(await (await fetchFromService(route)).json())
    const { example } = versionsContract
    const entry = { ...example.versions[PATH], ...now }
    await route.fulfill({ json: { ...answer, versions: { ...answer.versions, [PATH]: entry } } })
  })
  await page.route(`**/api${PATH}`, async (route) => {
    const response = await fetchFromService(route)
    const etag = response.status() === 200 ? { etag: `"${now.version}-${now.commitment.slice(0, 16)}"` } : {}
    await route.fulfill({ response, headers: { ...response.headers(), ...etag } })
  })
  return now
}

test("an owned current version is not offered again, and the next version is offered at its price", async ({
  page,
}) => {
  const service = await scriptVersion(page)
  await page.goto("/")
  const signal = panelOf(page, "BTC signal")
  await expect(signal.region).toContainText("Updated")
  await connectDemoWallet(page)
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  await expect(signal.region).toContainText("Still current")
  const prices = signal.region.getByRole("button", { name: /\$/ })
  await expect(prices, "no price is shown for an owned version").toHaveCount(0)

  await page.reload()
  await expect(signal.text).toHaveText("You have the latest.")
  await expect(prices).toHaveCount(0)

  Object.assign(service, { version: 18, commitment: second })
  await page.reload()
  const next = signal.button("Update for $0.05")
  await expect(next).toBeVisible()
  await expect(signal.status).toHaveText(/^Update available · \$0\.05\. Yours stays fresh until \S+ \d\d:\d\d UTC\.$/)
  await expect(signal.verdict, "the bought answer stays").toBeVisible()
  await expect(walletChip(page), "nothing is charged yet").toHaveAccessibleName(/9\.95 USDC$/)
  await next.click()
  await expect(signal.owned).toBeVisible()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
})
