import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { expect, type Page } from "@playwright/test"
import type core from "axe-core"

/** Defined in the page after the source below has run there. */
declare const axe: typeof core

/** The minified build, because every page parses the source again. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/** Axe finds no violation on the page, or in one part of it. Our pages have no frames, so axe runs in the main frame only. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  // A sticky bar may cover a target. A reader can scroll the target clear of the bar, so the bars are made static.
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

/** The page does not scroll sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(tooWide).toBeLessThanOrEqual(0)
}

/** Every region of the page has its own name, because screen readers list regions by name. */
export async function expectUniqueRegionNames(page: Page): Promise<void> {
  const names = await page.getByRole("region").evaluateAll((regions) =>
    regions.map((region) => {
      const title = document.getElementById(region.getAttribute("aria-labelledby") ?? "")
      return region.getAttribute("aria-label") ?? title?.textContent ?? ""
    }),
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
}
