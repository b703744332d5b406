import { isDeepStrictEqual } from "node:util"
import { expect, type Locator, type Page, test } from "@playwright/test"
import { recordRaster, recordedRaster, type Raster, rasterOf } from "@/e2e/support/raster"

type Scheme = "dark" | "light"

/*
 * The tolerances were measured with every screenshot, on machines with a load of up to five times their cores.
 * Debian's Chromium 156 and 150 draw the screenshots with equal bytes. The largest difference was 8 of 470,000 pixels by
 * 2 of 255 steps. `SAME_BROWSER_TOLERANCE` ignores differences below 4 steps and accepts 20 different pixels. A missing ▲
 * changes 66 pixels, a missing price 82. A shift by 2 px, a missing row, line or border, a clipped text, and a changed
 * color token change hundreds. Other browsers place letters by fractions of a pixel: at most 0.15% of the pixels exceed
 * the threshold of `OTHER_BROWSER_TOLERANCE`, which accepts 0.6%. It detects a missing row or a shift, but rarely a
 * changed color.
 */
const SAME_BROWSER_TOLERANCE = { threshold: 0.015, maxDiffPixels: 20 } as const
const OTHER_BROWSER_TOLERANCE = { threshold: 0.3, maxDiffPixelRatio: 0.006 } as const

/** Compares the panel with its screenshots in `e2e/snapshots`. A test names the schemes that it compares. */
export async function expectScreenshot(
  page: Page,
  panel: Locator,
  name: string,
  schemes: readonly Scheme[] = ["dark"],
): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(isTextInItsFont), "the page's font is loaded").toBe(true)
  const tolerance = await toleranceOf(page)
  if (tolerance === null) return
  // A head that sticks to the window would cover a row, depending on how far the page is scrolled.
  await panel.locator("thead th").evaluateAll((heads) => {
    for (const head of heads) if (head instanceof HTMLElement) head.style.position = "static"
  })
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    // Where the price stands in a bought range changes with the simulated market.
    const mask = [panel.locator(".live-ranges, .range-line")]
    await expect(panel).toHaveScreenshot(`${name}-${colorScheme}.webp`, { ...tolerance, mask })
  }
}

/** Runs in the page. */
function isTextInItsFont(): boolean {
  const [family] = getComputedStyle(document.body).fontFamily.split(",")
  return document.fonts.check(`14px ${family}`)
}

let raster: Raster | undefined

/** `null`: the text widths of this machine differ from those of the screenshots, so a comparison is not possible. */
async function toleranceOf(page: Page) {
  const { config, annotations } = test.info()
  // The raster is measured once, because a worker uses one browser for all its pages.
  const [here, there] = [(raster ??= await rasterOf(page)), await recordedRaster()]
  if (isDeepStrictEqual(here, there)) return SAME_BROWSER_TOLERANCE
  if (config.updateSnapshots !== "none") {
    await recordRaster(here)
    return SAME_BROWSER_TOLERANCE
  }
  const hasSameWidths = isDeepStrictEqual(here.widths, there?.widths)
  annotations.push({
    type: "pictures",
    description: hasSameWidths ? "drawn by another browser" : "not compared: other fonts",
  })
  return hasSameWidths ? OTHER_BROWSER_TOLERANCE : null
}
