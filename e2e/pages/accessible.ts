import { AxeBuilder } from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/** Axe finds nothing on the page as it stands, or in a part of it. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  // What lies half below a bar that stays in view can be scrolled clear of it, so it is measured clear of it.
  await page.addStyleTag({ content: ".header, .tab-bar { position: static !important }" })
  const { violations } = await new AxeBuilder({ page }).include(part).withTags(RULES).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([])
}

/** Nothing is wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}
