import { expect, type Page } from "@playwright/test"
import { type Panel, panelOf } from "./panel"
import { connectDemoWallet } from "./wallet"

/** Connects the demo wallet on the overview and buys the BTC signal. */
export async function buyFirstSignal(page: Page): Promise<Panel> {
  await page.goto("/")
  await connectDemoWallet(page)
  const signal = panelOf(page, "BTC signal")
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  return signal
}
