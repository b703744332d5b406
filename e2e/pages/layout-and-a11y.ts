import { expect, type Locator, type Page } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "./accessibility"
import { desktop, narrow, phone } from "@/e2e/support/viewports"

/** A viewport, a color scheme, and the minimum height of a panel's buttons. */
type View = readonly [
  viewport: { readonly width: number; readonly height: number },
  scheme: "dark" | "light",
  px: number,
]

const views: readonly [onPhone: View, onDesktop: View] = [
  [phone, "dark", 44],
  [desktop, "light", 24],
]

/**
 * Checks a phone, a desktop and 320 px (WCAG 1.4.10), dark and light: nothing is cut off or leaves its panel, no table
 * scrolls sideways, targets are at least 24 px (WCAG 2.5.8; 44 px on a phone), and axe finds no violation.
 *
 * @param part selector of the part of the page that axe checks
 */
export async function expectLayoutAndA11y(page: Page, panels: readonly Locator[], part: string): Promise<void> {
  for (const panel of panels) await openAll(panel)
  await page.setViewportSize(narrow)
  for (const panel of panels) await expectCompleteLayout(panel, 44)
  await expectNoOverflow(page)
  for (const [viewport, colorScheme, buttonPx] of views) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    for (const panel of panels) await expectCompleteLayout(panel, buttonPx)
    await expectNoOverflow(page)
    await expectAccessible(page, part)
  }
}

async function openAll(panel: Locator): Promise<void> {
  for (const summary of await panel.locator("summary").all()) {
    if (await summary.evaluate(({ parentElement }) => !parentElement?.hasAttribute("open"))) await summary.click()
  }
}

/** Every element of a part of the page is complete, inside the part and large enough to press. */
export async function expectCompleteLayout(part: Locator, buttonPx = 24): Promise<void> {
  // A chart reads its new width one frame after the viewport changes.
  await expect.poll(() => part.evaluate(problemsOf, buttonPx)).toEqual([])
}

/** Runs in the page. */
function problemsOf(panel: Element, buttonPx: number): readonly string[] {
  const problems: string[] = []
  const frame = panel.getBoundingClientRect()
  const overflowOf = (element: Element) => getComputedStyle(element).overflowX
  const scrolls = (element: Element | null): boolean =>
    element !== null && element !== panel && (/auto|scroll/.test(overflowOf(element)) || scrolls(element.parentElement))
  // Small screens clip these texts on purpose. Screen readers still read them.
  const clippedElements = [...panel.querySelectorAll(".panel-status, .table-wide thead")].filter(
    (element) => getComputedStyle(element).clipPath === "inset(50%)",
  )
  // A row of a preview that does not fit stands in a second column, out of sight. The panel's details repeat every row.
  const previews = [...panel.querySelectorAll(".panel-inside > .preview")]
  const rows = previews.flatMap((preview) => {
    const { right, bottom } = preview.getBoundingClientRect()
    return [...preview.children].map((row) => {
      const { left, bottom: end } = row.getBoundingClientRect()
      return { row, isOutOfSight: left >= right, isCutOff: left < right && end > bottom + 1 }
    })
  })
  for (const { row, isCutOff } of rows) if (isCutOff) problems.push(`is cut off: ${row.textContent}`)
  const hiddenElements = [...clippedElements, ...rows.filter(({ isOutOfSight }) => isOutOfSight).map(({ row }) => row)]
  const isForScreenReaders = (element: Element) =>
    element.closest(".visually-hidden") !== null || hiddenElements.some((hidden) => hidden.contains(element))
  for (const element of panel.querySelectorAll("*")) {
    if (!(element instanceof HTMLElement) || !element.checkVisibility() || isForScreenReaders(element)) continue
    const name = `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`
    const box = element.getBoundingClientRect()
    if (element.matches(".table-wide") && element.scrollWidth > element.clientWidth + 1) {
      problems.push(`needs scrolling sideways: ${name}`)
    }
    if (box.width === 0 || scrolls(element)) continue
    if (box.right > frame.right + 1 || box.left < frame.left - 1) problems.push(`leaves the panel: ${name}`)
    const clips = /hidden|clip/.test(overflowOf(element)) && element.title === "" && !previews.includes(element)
    if (clips && element.scrollWidth > element.clientWidth + 1) problems.push(`is cut off: ${name}`)
    const least = element.matches(".panel-actions .button") ? buttonPx : element.matches("button, summary") ? 24 : 0
    if (box.height < least) problems.push(`is ${box.height} px high: ${name}`)
  }
  // Parts may stand beside each other in one line, so the text of one is compared with the other's buttons and text.
  const parts = [...(panel.querySelector(".panel-foot")?.children ?? [])].filter((part) => !isForScreenReaders(part))
  const inkOf = (part: Element) => {
    const boxes = [...part.querySelectorAll("button")].map((button) => button.getBoundingClientRect())
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      range.selectNode(texts.currentNode)
      boxes.push(...range.getClientRects())
    }
    return boxes.filter(({ width, height }) => width > 1 && height > 1)
  }
  for (const [index, part] of parts.entries()) {
    const above = parts[index - 1]
    const meets = (a: DOMRect, b: DOMRect) =>
      a.top < b.bottom - 1 && b.top < a.bottom - 1 && a.left < b.right - 1 && b.left < a.right - 1
    const isBelow = above && part.getBoundingClientRect().top >= above.getBoundingClientRect().bottom - 1
    if (above && !isBelow && inkOf(part).some((own) => inkOf(above).some((other) => meets(own, other)))) {
      problems.push(`part ${index} of the foot overlaps the part above`)
    }
  }
  return problems
}
