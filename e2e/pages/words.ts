import { existsSync } from "node:fs"
import { expect, type Locator, test } from "@playwright/test"

/** A part of the page says to a screen reader what it said when `e2e/snapshots` was written. */
export async function expectWords(part: Locator, name: string): Promise<void> {
  const file = `${name}.aria.yml`
  const info = test.info()
  // Playwright takes a missing one for right when it may not write it.
  const isKept = info.config.updateSnapshots !== "none" || existsSync(info.snapshotPath(file, { kind: "aria" }))
  expect(isKept, `${file} is among the snapshots`).toBe(true)
  await expect(part).toMatchAriaSnapshot({ name: file })
}
