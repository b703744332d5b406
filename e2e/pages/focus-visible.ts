import { expect, type Page } from "@playwright/test"

/** More stops than any screen has before its longest list. */
const MAX_STOPS = 60

/**
 * Moves the focus by Tab. Every focused element has an outline, and no sticky bar hides the element (WCAG 2.4.7 and 2.4.11).
 */
export async function expectFocusVisible(page: Page): Promise<void> {
  await expectLoaded(page)
  const stops: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press("Tab")
    const { name, problems } = await page.evaluate(focusProblems)
    expect(problems, name).toEqual([])
    // The focus is back at the first stop.
    if (stops.includes(name) && name === stops[0]) break
    stops.push(name)
  }
  expect(stops).not.toEqual([])
}

/** The page has finished loading. A late answer would move the elements below it during the walk. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByText(/^(Loading|Checking)/)).toHaveCount(0)
}

/** Runs in the page. */
function focusProblems(): { readonly name: string; readonly problems: readonly string[] } {
  const focused = document.activeElement ?? document.body
  const { tagName, id, className } = focused
  const name = `${tagName} ${id} ${className} ${focused.textContent?.slice(0, 40) ?? ""}`
  if (focused === document.body) return { name, problems: [] }
  // An invisible input is represented by its label.
  const shown = focused.matches("input") ? (focused.closest("label") ?? focused) : focused
  const isOutlined = [focused, shown].some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2
  })
  const box = shown.getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
  const isUncovered = points.some(([x, y]) => {
    const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)
    return hit !== null && (shown.contains(hit) || getComputedStyle(shown).pointerEvents === "none")
  })
  return { name, problems: [...(isOutlined ? [] : ["has no outline"]), ...(isUncovered ? [] : ["is hidden"])] }
}
