import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { expect, type Page } from "@playwright/test"
import type core from "axe-core"

/** The page's own, once its source has run there. */
declare const axe: typeof core

/** Half as long as the other, and parsed again by each page. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/** Axe finds nothing on the page as it stands, or in a part of it. No page of ours has frames, so it runs in one place. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  // What lies half below a bar that stays in view can be scrolled clear of it, so it is measured clear of it.
  await page.addStyleTag({ content: ".header, .tab-bar { position: static !important }" })
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source)
  const violations = await page.evaluate(violationsIn, { part, rules: RULES })
  expect(violations).toEqual([])
}

/** Runs in the page. */
async function violationsIn({ part, rules }: { readonly part: string; readonly rules: string[] }) {
  const { violations } = await axe.run(part, {
    runOnly: { type: "tag", values: rules },
    resultTypes: ["violations"],
  })
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
}

/** Nothing is wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(tooWide).toBeLessThanOrEqual(0)
}

/** No two regions of the page have one name: who goes from region to region hears which is which. */
export async function expectNamedApart(page: Page): Promise<void> {
  const names = await page.getByRole("region").evaluateAll((regions) =>
    regions.map((region) => {
      const title = document.getElementById(region.getAttribute("aria-labelledby") ?? "")
      return region.getAttribute("aria-label") ?? title?.textContent ?? ""
    }),
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
}
