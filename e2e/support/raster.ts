import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { z } from "zod"

const Raster = z.object({
  widths: z.array(z.number()).describe("of the lines of a specimen, in CSS pixels: they decide where text breaks"),
  picture: z.string().describe("SHA-256 of the specimen's pixels"),
})

/** The text widths and the drawing of a browser on one machine. */
export type Raster = z.infer<typeof Raster>

const RASTER_FILE = "e2e/snapshots/raster.json"

/** The raster of the browser that took the screenshots, or `null` if there are none. */
export async function recordedRaster(): Promise<Raster | null> {
  return existsSync(RASTER_FILE) ? Raster.parse(JSON.parse(await readFile(RASTER_FILE, "utf8"))) : null
}

export async function recordRaster(raster: Raster): Promise<void> {
  await writeFile(RASTER_FILE, `${JSON.stringify(raster, null, 2)}\n`)
}

/** Draws a specimen in the page's fonts, which must be loaded. */
export async function rasterOf(page: Page): Promise<Raster> {
  return page.evaluate(async () => {
    const canvas = document.createElement("canvas")
    canvas.width = 560
    canvas.height = 130
    const context = canvas.getContext("2d", { willReadFrequently: true })
    if (!context) throw new Error("This browser has no 2D canvas.")
    const { fontFamily } = getComputedStyle(document.documentElement)
    const widths = ["400 12px", "550 14px", "650 20px"].map((face, line) => {
      const text = "Charged only if delivered: $96,413 −3.8% ▲▼■●○◐◆✓✕ 402 → answer"
      context.font = `${face} ${fontFamily}`
      context.fillText(text, 4, 24 + 30 * line)
      return context.measureText(text).width
    })
    context.roundRect(4.5, 98.5, 300, 24, 7)
    context.stroke()
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data))
    return { widths, picture: [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") }
  })
}
