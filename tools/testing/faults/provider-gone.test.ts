import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { beforeAll, expect, test, vi } from "vitest"
import { PROVIDERS } from "@/lib/sandbox/market/providers"
import { type Loss, losses, lossTable } from "./provider-gone"

const PAGE = "docs/sources.md"
const DATA = "tools/testing/faults/provider-gone.json"
const [BEGIN, END] = ["<!-- npm run test:faults -->", "<!-- end of test:faults -->"]
const PROFILES = ["open", "strict"] as const
const SLOW_MS = 1_800_000

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))

/** The products that have no second provider in a profile, and whose last answer is not sold for a day. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  "open defillama": ["yields", "defi_recommend"],
  "open deribit": ["volatility"],
  "strict geckoterminal": ["dex_alpha"],
  "open alternative-me": ["regime"],
  "strict alternative-me": ["regime"],
}

function campaign(): readonly Loss[] {
  return JSON.parse(readFileSync(DATA, "utf8")) as readonly Loss[]
}

/** Every provider takes minutes: `FAULTS=all` runs them, `FAULTS=NAME` one, and both write the data and the table of the page. */
const { FAULTS } = process.env
const chosen = PROVIDERS.filter((name) => FAULTS === "all" || FAULTS === name)
if (chosen.length > 0) {
  test.each(PROFILES)(
    `${FAULTS === "all" ? "every provider" : FAULTS} is gone for a day, %s`,
    async (profile) => {
      const rows = await losses(profile, chosen)
      expect(rows.map(({ provider }) => provider)).toEqual(chosen)
      const known = existsSync(DATA) ? campaign() : []
      const all = PROFILES.flatMap((name) =>
        PROVIDERS.flatMap((provider) => {
          const isOf = (row: Loss) => row.profile === name && row.provider === provider
          return (name === profile ? rows : []).find(isOf) ?? known.find(isOf) ?? []
        }),
      )
      writeFileSync(DATA, `[\n${all.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`)
      const page = readFileSync(PAGE, "utf8")
      const [from, to] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)]
      writeFileSync(PAGE, `${page.slice(0, from)}\n\n${lossTable(all)}\n\n${page.slice(to)}`)
    },
    SLOW_MS,
  )
}

test("the campaign's data have every provider in every profile", () => {
  const names = campaign().map(({ profile, provider }) => `${profile} ${provider}`)
  expect(names.toSorted()).toEqual(
    PROFILES.flatMap((profile) => PROVIDERS.map((name) => `${profile} ${name}`)).toSorted(),
  )
})

test("without any one provider for a day every product is sold, or is the one that has no other provider", () => {
  const stopped = campaign().filter((row) => row.stopped.length > 0)
  expect(Object.fromEntries(stopped.map((row) => [`${row.profile} ${row.provider}`, row.stopped]))).toEqual(ALONE)
})

test("the table of the page is that of the campaign's data", () => {
  const page = readFileSync(PAGE, "utf8")
  expect(page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)).trim()).toBe(lossTable(campaign()))
})
