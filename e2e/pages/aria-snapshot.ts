import { existsSync } from "node:fs"
import { expect, type Locator, test } from "@playwright/test"

/** The accessibility tree of a part of the page equals its snapshot in `e2e/snapshots`. */
export async function expectAriaSnapshot(part: Locator, name: string): Promise<void> {
  const file = `${name}.aria.yml`
  const info = test.info()
  // Playwright passes if the snapshot is missing and must not be written.
  const isStored = info.config.updateSnapshots !== "none" || existsSync(info.snapshotPath(file, { kind: "aria" }))
  expect(isStored, `${file} is among the snapshots`).toBe(true)
  await expect(part).toMatchAriaSnapshot({ name: file })
}
