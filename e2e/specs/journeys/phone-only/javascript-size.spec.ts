import { gzipSync } from "node:zlib"
import { expect, test } from "@/e2e/support/fixtures"

const BUDGET_BYTES = 170 * 1024

for (const path of ["/", "/coins/BTC"]) {
  test(`first-load JavaScript of ${path} stays within 170 kB gzip`, async ({ request }) => {
    const html = await (await request.get(path, { headers: { accept: "text/html" } })).text()
    // Current browsers skip scripts with `nomodule`.
    const tags = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/nomodule/i.test(tag))
    const sources = new Set(tags.flatMap((tag) => / src="([^"]+\.js)/.exec(tag)?.[1] ?? []))
    const sizes = await Promise.all(
      [...sources].map(async (src) => gzipSync(await (await request.get(src)).body()).length),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(sources.size).toBeGreaterThan(3)
    expect(total, `${Math.round(total / 1024)} kB in ${sources.size} files`).toBeLessThanOrEqual(BUDGET_BYTES)
  })
}
