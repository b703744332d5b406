import { beforeAll, expect, test, vi } from "vitest"
import { type Contract, isPaid } from "@/lib/api/contract"
import { catalogue } from "@/lib/endpoints/catalogue"
import { getDexAlpha } from "@/lib/endpoints/dex-alpha/answer"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { exampleOf, urlOf } from "@/tools/testing/catalogue/requests"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { buyEverything } from "@/tools/testing/faults/buy-everything"
import { NOT_SOLD } from "@/tools/testing/faults/not-sold"
import { openFeedsHarness, setTime } from "@/tools/testing/faults/feeds-harness"
import { RIGHTS, type Right } from "@/lib/market/sources/wire/rights"
import { compareText } from "@/lib/domain/compare-text"
import { LICENSABLE } from "@/lib/server/config/variables"
import { FEED_SERIES, fieldRight, maySell, mustBeCoarse } from "./field-rights"
import { fieldRows } from "./rows"

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)

/** The most values of one field that can be classes: with more its digits can give the value behind it back. */
const MAX_CLASSES = 8
/** Numbers that follow from the classes beside them. */
const FOLLOWS = /^tokens\[\]\.(?:rank|score|unknown_count)$|^counts\./

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))

test("SOURCES_LICENSED takes the name of every provider that has a series which is not green", () => {
  const limited = Object.entries<Right>(RIGHTS).filter(([, { license }]) => license !== "attribution")
  expect([...LICENSABLE]).toEqual(
    [...new Set(limited.map(([series]) => series.split(" ", 1).join("")))].toSorted(compareText),
  )
})

test("every series with a right is read for a feed", () => {
  const read = new Set<string>(Object.values(FEED_SERIES).flat())
  expect(Object.keys(RIGHTS).filter((series) => !read.has(series))).toEqual([])
})

test("every field of an answer rests on series with a right, or on no provider", () => {
  const unruled = fieldRows().flatMap(({ contract, rows }) =>
    rows
      .filter(({ field, source }) => fieldRight(contract.id, field, source) === undefined)
      .map(({ field, source }) => `${contract.id} ${field}: ${source}`),
  )
  expect(unruled).toEqual([])
})

test("a strict answer has values of green series, changes and classes of amber ones, and nothing of red ones", async ({
  signal,
}) => {
  setTime(NOW_MS)
  const harness = await openFeedsHarness(new Map(), { pools: "own", profile: "strict", signal })
  await harness.refresh()
  const sales = await buyEverything(harness)
  const unsold = sales.filter(({ status }) => status !== 200).map(({ endpoint }) => endpoint)
  expect(unsold.toSorted()).toEqual(NOT_SOLD.strict.toSorted())
  const free = await readEverythingFree()
  const query = dexAlphaContract.queryParams.parse({ limit: "50", min_liquidity_usd: "0" })
  const list = await getDexAlpha(query, { tokens: harness.feeds.tokens, nowMs: NOW_MS, mode: "live" })
  expect(list.tokens.length).toBeGreaterThan(2 * MAX_CLASSES)
  const classes = new Map<string, Set<number>>()
  let checked = 0
  const sold: string[] = []
  for (const { endpoint, promised } of [...sales, ...free, { endpoint: dexAlphaContract.id, promised: list }]) {
    for (const [path, value] of leavesOf(promised, "")) {
      if (isEmpty(value)) continue
      const row = rowOf(endpoint, path)
      const right = row && fieldRight(endpoint, path, row.source)
      expect(right, `${endpoint} ${path} has no right`).toBeDefined()
      checked += 1
      if (right && !maySell(right)) sold.push(`${endpoint} ${path} = ${JSON.stringify(value)}`)
      if (right && mustBeCoarse(right) && typeof value === "number" && !FOLLOWS.test(path)) {
        const seen = classes.get(`${endpoint} ${path}`) ?? new Set<number>()
        classes.set(`${endpoint} ${path}`, seen.add(value))
      }
    }
  }
  expect(sold).toEqual([])
  expect([...classes].filter(([, seen]) => seen.size > MAX_CLASSES)).toEqual([])
  expect([...classes.keys()]).toContain("dex_alpha tokens[].components.liquidity")
  expect(checked).toBeGreaterThan(1_000)
  await harness.store.destroy()
}, 120_000)

/** The free answers of the process on which everything was bought; a sample is another answer, or an invented one. */
async function readEverythingFree() {
  const free = (catalogue as readonly Contract[]).filter(
    (each) => !isPaid(each) && !["sample", "stream"].includes(each.id),
  )
  return Promise.all(
    free.map(async (contract) => {
      const question = exampleOf(contract)
      const { GET } = await routeOf(contract)
      const request = new Request(new URL(urlOf(contract, question), "https://signal402.example"))
      const response = await GET(request, { params: Promise.resolve(question.path) })
      return { endpoint: contract.id, promised: contract.response.parse(await response.json()) }
    }),
  )
}

/** Words that say that there is no value. */
function isEmpty(value: unknown): boolean {
  return [null, "UNKNOWN", "Unknown"].some((word) => word === value)
}

/** Leaves with the path that the field table writes. */
function leavesOf(value: unknown, path: string): readonly (readonly [path: string, value: unknown])[] {
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, `${path}[]`))
  if (typeof value !== "object" || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, each]) => {
    const key = ["BTC", "ETH", "SOL"].includes(name) ? "{coin}" : name.replaceAll(" ", "")
    return leavesOf(each, path === "" ? key : `${path}.${key}`)
  })
}

const rowsById = new Map<string, ReturnType<typeof fieldRows>[number]["rows"]>(
  fieldRows().map(({ contract, rows }) => [contract.id, rows]),
)

function rowOf(id: string, path: string) {
  return rowsById.get(id)?.find(({ field }) => patternOf(field).test(path))
}

/** `*` is any name, which can have dots. */
function patternOf(field: string): RegExp {
  const parts = field.split("*").map((part) => part.replace(/[.[\]{}]/g, "\\$&"))
  return new RegExp(`^${parts.join(".+")}(?:\\[\\])*(?:\\..*)?$`)
}
