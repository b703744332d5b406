import { expectAccessible, expectNoOverflow } from "@/e2e/pages/accessibility"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"

test(
  "a line in the chart is moved by keys and by pointer, its odds are bought once, and other prices are free",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/coins/SOL")
    await connectDemoWallet(page)
    const chart = page.getByRole("region", { name: "SOL price", exact: true })
    await chart.getByRole("button", { name: "Odds of a price" }).click()
    const line = chart.getByRole("slider", { name: "Price of the SOL odds" })
    const price = async () => Number(await line.getAttribute("aria-valuenow"))
    const before = await price()
    await line.focus()
    await page.keyboard.press("ArrowUp")
    expect(await price()).toBeGreaterThan(before)
    await expect(line).toHaveAttribute("aria-valuetext", /^\$[\d,.]+, [+−][\d.]+%$/)

    const panel = panelOf(page, "SOL odds")
    await panel.button("View for $0.02").click()
    const odds = chart.getByText(/touched in <?\d+% within 24h, (above|below) it at the end in <?\d+%/)
    await expect(odds).toBeVisible()
    const first = await odds.textContent()

    // The header may cover the line after the purchase. Hovering scrolls it into view.
    await line.hover()
    const handle = await line.boundingBox()
    if (handle === null) throw new Error("The line has no handle.")
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2 - 25, { steps: 3 })
    await page.mouse.up()
    await expect(odds, "the browser answers another price").not.toHaveText(first ?? "")
    const markets = page.getByRole("table", { name: "Prediction markets on SOL and these odds" })
    await expect(markets.getByRole("rowheader").first()).toHaveText(
      /^(?:Above|Ever (?:above|below)) \$[\d,.]+ (?:at|until) \d/,
    )
    await expect(page.getByText("Kalshi settles on the real-time index of CF Benchmarks")).toBeVisible()
    await expect(chart.getByText("is yours until the next 4h close")).toBeVisible()
    await expectAccessible(page, ".coin-chart")
    await expectNoOverflow(page)
  },
)
