import { isDeepStrictEqual } from "node:util"
import { expect, type Locator, type Page, test } from "@playwright/test"
import { keepRaster, keptRaster, type Raster, rasterOf } from "@/e2e/support/raster"

type Scheme = "dark" | "light"

/*
 * Measured with every picture, on machines with up to five times the load of their cores: Debian's Chromium 156 and 150
 * draw all of them alike to the byte; one was seen with 8 pixels of 470,000 off by 2 of 255 steps.
 * `alike` takes less than 4 steps for equal and up to 20 other pixels; a lost ▲ is 66, a lost price 82, and a shift by
 * 2 px, a lost row, line or border, a clipped text, and a colour token moved by a few steps (five tried) are hundreds.
 * Other browsers place letters by fractions of a pixel: at most 0.15% of the pixels beyond `akin`'s threshold, which
 * takes 0.6%: there a lost row or a shift is noticed, a colour hardly.
 */
const alike = { threshold: 0.015, maxDiffPixels: 20 } as const
const akin = { threshold: 0.3, maxDiffPixelRatio: 0.006 } as const

/** Compares the panel with its pictures in `e2e/snapshots`. Light is compared where its colours differ in kind from dark ones. */
export async function expectScreenshot(
  page: Page,
  panel: Locator,
  name: string,
  schemes: readonly Scheme[] = ["dark"],
): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(isTextInItsFont), "text is in its own font").toBe(true)
  const tolerance = await toleranceOf(page)
  if (tolerance === null) return
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await expect(panel).toHaveScreenshot(`${name}-${colorScheme}.webp`, tolerance)
  }
}

/** Runs in the page. */
function isTextInItsFont(): boolean {
  const [family] = getComputedStyle(document.body).fontFamily.split(",")
  return document.fonts.check(`14px ${family}`)
}

let raster: Raster | undefined

/** `null`: this machine sets text in other widths than the machine that took the pictures, so no panel can look the same. */
async function toleranceOf(page: Page) {
  const { config, annotations } = test.info()
  // A worker has one browser for all its pages.
  const [here, there] = [(raster ??= await rasterOf(page)), await keptRaster()]
  if (isDeepStrictEqual(here, there)) return alike
  if (config.updateSnapshots !== "none") {
    await keepRaster(here)
    return alike
  }
  const isAkin = isDeepStrictEqual(here.widths, there?.widths)
  annotations.push({ type: "pictures", description: isAkin ? "drawn by another browser" : "not compared: other fonts" })
  return isAkin ? akin : null
}
