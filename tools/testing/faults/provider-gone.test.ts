import { readFileSync, writeFileSync } from "node:fs"
import { beforeAll, expect, test, vi } from "vitest"
import { type Loss, losses, lossTable } from "./provider-gone"

const PAGE = "docs/sources.md"
const [BEGIN, END] = ["<!-- npm run test:faults -->", "<!-- end of test:faults -->"]
const SLOW_MS = 900_000

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))

/** The one list that has no second provider in a profile. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  "open farside": ["market_etf"],
  "open coingecko": ["institutions"],
  "open defillama": ["yields", "defi_recommend"],
  "strict geckoterminal": ["dex_alpha"],
  "open alternative-me": ["regime"],
  "strict alternative-me": ["regime"],
}

// The whole campaign takes minutes: `FAULTS=all` runs it and writes its table; otherwise the page must have one.
if (process.env["FAULTS"] === "all") {
  test(
    "without any one provider for a day every product is sold, or is the one that has no other provider",
    async () => {
      const rows: Loss[] = [...(await losses("open")), ...(await losses("strict"))]
      const page = readFileSync(PAGE, "utf8")
      const [from, to] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)]
      writeFileSync(PAGE, `${page.slice(0, from)}\n\n${lossTable(rows)}\n\n${page.slice(to)}`)
      const unexpected = rows.flatMap(({ profile, provider, stopped }) =>
        stopped
          .filter((id) => !ALONE[`${profile} ${provider}`]?.includes(id))
          .map((id) => `${profile} ${provider}: ${id}`),
      )
      expect(unexpected).toEqual([])
    },
    SLOW_MS,
  )
}

test("the page has the table of the last campaign", () => {
  const page = readFileSync(PAGE, "utf8")
  expect(page.slice(page.indexOf(BEGIN), page.indexOf(END))).toContain("| strict | ")
})
