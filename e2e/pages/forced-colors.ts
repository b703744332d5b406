import { expect, type Page } from "@playwright/test"

/**
 * In forced colors, elements that consist of a background stay visible, and a selected control differs by more than its
 * color.
 */
export async function expectVisibleInForcedColors(page: Page): Promise<void> {
  // The forced palette is light, because `backgroundOf` assumes white for a page without a background.
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "reduce" })
  await page.evaluate(markBackgroundElements)
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active", reducedMotion: "reduce" })
  expect(await page.evaluate(invisibleElements)).toEqual([])
}

/** Runs in the page. Marks elements that consist of a background only. */
function markBackgroundElements(): void {
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const isPlain = element.childElementCount === 0 && element.textContent.trim() === "" && element.checkVisibility()
    if (!isPlain || element.matches("input, select, textarea, button, svg, svg *, img, canvas, dialog, iframe"))
      continue
    const { width, height } = element.getBoundingClientRect()
    const { backgroundColor } = getComputedStyle(element)
    const isClear = backgroundColor === "transparent" || /, 0\)$|\/ 0\)$/.test(backgroundColor)
    if (width >= 1 && height >= 1 && !isClear) element.dataset["drawn"] = ""
  }
}

/** Runs in the page. */
function invisibleElements(): readonly string[] {
  const nameOf = ({ tagName, className, parentElement }: Element) =>
    `${parentElement?.className ?? ""} > ${tagName} ${className}`
  const backgroundOf = (element: Element | null): string => {
    if (element === null) return "rgb(255, 255, 255)"
    const { backgroundColor } = getComputedStyle(element)
    return backgroundColor.endsWith(", 0)") ? backgroundOf(element.parentElement) : backgroundColor
  }
  const drawn = [...document.querySelectorAll("[data-drawn]")].filter((element) => {
    const { borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(element)
    const hasEdge = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1
    return !hasEdge && backgroundColor === backgroundOf(element.parentElement)
  })
  const chosen = [
    ...document.querySelectorAll('nav [aria-current="page"], [aria-pressed="true"], .chip-button:has(:checked)'),
  ]
  const plain = chosen.filter((element) => !getComputedStyle(element).textDecorationLine.includes("underline"))
  return [
    ...drawn.map((element) => `not visible: ${nameOf(element)}`),
    ...plain.map((one) => `not distinguishable: ${nameOf(one)}`),
  ]
}
