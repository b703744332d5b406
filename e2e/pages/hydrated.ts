import type { Page } from "@playwright/test"
import { expect } from "@/e2e/support/fixtures"

/** Waits until scripts have written the state of the service, so that shortcuts and buttons work. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.getByRole("link", { name: /^(All systems normal|Degraded)$/ })).toBeVisible()
}
