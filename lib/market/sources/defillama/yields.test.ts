import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { apySigmaPp } from "@/lib/domain/defi/pool-metrics"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { mutatedJson } from "@/tools/testing/feeds/mutations"
import { createDefiLlamaYields } from "./yields-client"

const NOW = Date.UTC(2026, 10, 20, 12, 30)
const POOL = {
  chain: "Base",
  project: "cedar-lend",
  symbol: "USDC",
  tvlUsd: 12_500_000,
  apyBase: 4.1,
  apyReward: null,
  apy: 4.1,
  rewardTokens: null,
  pool: "11111111-2222-3333-4444-555555555555",
  apyPct7D: -0.2,
  stablecoin: true,
  ilRisk: "no",
  exposure: "single",
  predictions: { predictedClass: "Stable/Up", predictedProbability: 71, binnedConfidence: 2 },
  poolMeta: null,
  mu: 4.4,
  sigma: 0.05,
  count: 412,
  outlier: false,
  underlyingTokens: ["0xaaaa", null],
  apyMean30d: 4.3,
}
const PROTOCOL = { slug: "cedar-lend", name: "Cedar Lend", audits: "2", audit_links: ["x"], listedAt: 1_700_000_000 }
const HACK = { date: 1_710_000_000, name: "Cedar Lend", amount: 1e6 }

function source(answers: { readonly pools?: unknown; readonly protocols?: unknown; readonly hacks?: unknown }) {
  const { pools = { status: "success", data: [POOL] }, protocols = [PROTOCOL], hacks = [HACK] } = answers
  const { http, time } = createFakeProvider(
    ({ url }) => ({ body: url.includes("/pools") ? pools : url.includes("/protocols") ? protocols : hacks }),
    { startMs: NOW },
  )
  return createDefiLlamaYields({ http, clock: time.clock })
}

const DayChanges = z.object({ data: z.array(z.object({ pool: z.string(), apyPct1D: z.number().nullable() })) })

describe("pools", () => {
  test("each field has the units of YieldPool, and missing fields are null", async () => {
    const { value, asOfMs } = await source({}).pools()
    expect(asOfMs).toBe(NOW)
    expect(value).toEqual([
      {
        poolId: POOL.pool,
        project: "cedar-lend",
        chain: "Base",
        symbol: "USDC",
        poolMeta: null,
        tvlUsd: 12_500_000,
        tvlChange7dPct: null,
        apyPct: 4.1,
        apyBasePct: 4.1,
        apyRewardPct: null,
        apyMean30dPct: 4.3,
        apyChange7dPp: -0.2,
        apyMeanPct: 4.4,
        returnSigmaPct: 0.05,
        historyDays: 412,
        isStablecoin: true,
        hasIlRisk: false,
        exposure: "single",
        outlook: { class: "STABLE_UP", probabilityPct: 71, confidence: 2 },
        isOutlier: false,
        rewardTokens: [],
        underlyingTokens: ["0xaaaa"],
      },
    ])
  })

  test("one malformed row is dropped, many malformed rows or an empty list are refused", async () => {
    const good = Array.from({ length: 9 }, () => POOL)
    const bad = { ...POOL, tvlUsd: "much" }
    const list = (data: unknown) => source({ pools: { status: "success", data } }).pools()
    expect((await list([...good, bad])).value).toHaveLength(9)
    await expect(list([...good.slice(0, 3), bad])).rejects.toMatchObject({ kind: "schema" })
    await expect(list([])).rejects.toMatchObject({ kind: "schema" })
    await expect(source({ pools: { status: "error", data: [] } }).pools()).rejects.toMatchObject({ kind: "schema" })
  })

  test.each(providerFixtures("defillama", /^yields_pools/))("fixture %s is read", async (path) => {
    const pools = fixtureJson(path)
    const { value } = await source({ pools }).pools()
    expect(value.length).toBeGreaterThan(0)
    expect(value.every(({ tvlUsd }) => tvlUsd > 0)).toBe(true)
  })

  test.each(providerFixtures("defillama", /^yields_pools/))(
    "the daily change of the pools in fixture %s is below 2 σ",
    async (path) => {
      const pools = fixtureJson(path)
      const dayPp = new Map(DayChanges.parse(pools).data.map((row) => [row.pool, Math.abs(row.apyPct1D ?? 0)]))
      for (const pool of (await source({ pools }).pools()).value) {
        expect(dayPp.get(pool.poolId), pool.symbol).toBeLessThanOrEqual(2 * apySigmaPp(pool))
      }
    },
  )

  test("a mutated answer gives pools or a source error", async () => {
    await fc.assert(
      fc.asyncProperty(mutatedJson({ status: "success", data: [POOL, POOL, POOL] }), async (pools) => {
        const outcome = await source({ pools })
          .pools()
          .catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toHaveProperty("kind")
      }),
      { numRuns: 300 },
    )
  })
})

describe("trust", () => {
  test("protocols are read with audits and age, and exploits with their time", async () => {
    const { value } = await source({}).trust()
    expect(value).toEqual({
      protocols: [
        {
          id: null,
          parentId: null,
          tvlUsd: null,
          slug: "cedar-lend",
          name: "Cedar Lend",
          auditGrade: 2,
          auditLinks: 1,
          listedAtMs: 1_700_000_000_000,
          isFork: null,
        },
      ],
      hacks: [
        {
          name: "Cedar Lend",
          atMs: 1_710_000_000_000,
          amountUsd: 1e6,
          returnedUsd: null,
          protocolId: null,
          parentId: null,
        },
      ],
    })
  })

  test.each([
    [null, null],
    ["7", null],
    ["0", 0],
    [3, 3],
  ])("the audits field %j is read as %j", async (audits, grade) => {
    const { value } = await source({ protocols: [{ ...PROTOCOL, audits }] }).trust()
    expect(value.protocols[0]?.auditGrade).toBe(grade)
  })

  test("ids are read from text or number, with parent protocols and returned funds", async () => {
    const { value } = await source({
      protocols: [{ ...PROTOCOL, id: "337", parentProtocol: "parent#gmx", tvl: 5e8 }],
      hacks: [
        { ...HACK, defillamaId: 337, parentProtocolId: "parent#gmx", returnedFunds: 37_500_000 },
        { ...HACK, defillamaId: "337" },
      ],
    }).trust()
    expect(value.protocols[0]).toMatchObject({ id: "337", parentId: "parent#gmx", tvlUsd: 5e8 })
    expect(value.hacks?.map(({ protocolId }) => protocolId)).toEqual(["337", "337"])
    expect(value.hacks?.[0]).toMatchObject({ parentId: "parent#gmx", returnedUsd: 37_500_000 })
  })

  test("without the list of exploits protocols are read and exploits are unknown", async () => {
    const { value } = await source({ hacks: "busy" }).trust()
    expect(value.protocols).toHaveLength(1)
    expect(value.hacks).toBeNull()
  })
})
