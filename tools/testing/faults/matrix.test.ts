import { beforeAll, expect, test, vi } from "vitest"
import type { InputName } from "@/lib/domain/freshness"
import { COINS } from "@/lib/domain/market/coin"
import { DAY_MS } from "@/lib/domain/utc-day"
import { paidContract } from "@/lib/endpoints/catalogue"
import { managedFeeds } from "@/lib/market/feeds/all-feeds"
import type { Fault } from "@/lib/sandbox/market/faults"
import { PROVIDERS, type Provider } from "@/lib/sandbox/market/providers"
import { testMarket as market } from "@/tools/testing/feeds/test-market"
import { feedContents } from "./feed-contents"
import { unbackedValues } from "./unbacked-values"
import { buyEverything } from "./buy-everything"
import { type FeedsHarness, openFeedsHarness, setTime } from "./feeds-harness"

/*
 * Each provider, and all providers of a kind together, with each fault: at the start of a service, an hour later, and
 * after everything is too old. The service answers with another provider's value, with an older value, or with an
 * abstention. It never invents a number, never refuses a request that it can still answer, and never keeps money for a
 * request that it cannot answer.
 *
 * `npm run test:faults` runs every combination, which takes a quarter of an hour. `npm test` runs a sample in which
 * every provider fails once, together with providers of other kinds.
 */

const MINUTE_MS = 60_000
/** A Friday on which every market is open. */
const START_MS = Date.UTC(2026, 10, 20, 15, 7)
/**
 * The skew of a provider's clock. It equals the length of a step, so that the provider's values are those of the others
 * at another step.
 */
const SKEW_MS = 70 * MINUTE_MS
/** A geographic block is remembered for six hours. */
const RECOVERED_MS = START_MS + 6 * SKEW_MS
/** A host that has failed receives one trial request first, and the others later. */
const CIRCUIT_TRIAL_MS = RECOVERED_MS - 3 * MINUTE_MS
/** Every feed that is read hourly is due again, and its old value is still fresh. */
const SECOND_FAULT_MS = RECOVERED_MS + SKEW_MS
/** Two weeks later no value is fresh. */
const EXPIRED_MS = RECOVERED_MS + 14 * DAY_MS

const FAULTS: Readonly<Record<string, Fault>> = {
  slow: { kind: "latency", latencyMs: 600_000 },
  429: { kind: "status", status: 429 },
  451: { kind: "status", status: 451 },
  500: { kind: "status", status: 500 },
  503: { kind: "status", status: 503 },
  html: { kind: "html" },
  truncated: { kind: "truncated" },
  drift: { kind: "drift" },
  stale: { kind: "stale", atMs: START_MS - SKEW_MS },
  ahead: { kind: "skew", skewMs: SKEW_MS },
  behind: { kind: "skew", skewMs: -SKEW_MS },
  down: { kind: "down" },
}

const EXCHANGES: readonly Provider[] = ["binance", "coinbase", "kraken", "okx", "hyperliquid", "kraken-futures"]
const NEWS: readonly Provider[] = ["gdelt", "gdelt-files", "federal-register", "bbc", "guardian", "aljazeera"]

const GROUPS: Readonly<Record<string, readonly Provider[]>> = {
  "all exchanges": EXCHANGES,
  "all venues of contracts": ["okx", "hyperliquid", "binance-futures", "bybit", "kraken-futures"],
  "all macro": ["cboe", "fred", "yahoo", "us-treasury"],
  "all calendars": ["fed", "bls", "bea", "mempool", "deribit", "forexfactory"],
  "all token lists": ["dexscreener", "geckoterminal"],
  "all news": NEWS,
  "all caps": ["coingecko", "coinpaprika", "sec-edgar"],
  "all providers": PROVIDERS,
}

/**
 * The lists of providers of an input. An endpoint may refuse only when all providers of one list of an input that it needs fail.
 * On a Friday the list of ForexFactory ends too soon to prove that no event is coming.
 */
const PROVIDERS_OF: Readonly<Record<InputName, readonly (readonly Provider[])[]>> = {
  price: [EXCHANGES],
  "1h": [EXCHANGES],
  "4h": [EXCHANGES],
  "1d": [EXCHANGES],
  openInterest: [["okx", "hyperliquid", "binance-futures", "bybit", "kraken-futures"]],
  fearGreed: [["alternative-me"]],
  dominance: [["coingecko", "coinpaprika"]],
  etfFlows: [["farside"]],
  options: [["deribit"]],
  marketOdds: [["kalshi"]],
  calendar: [["bls"]],
  treasuries: [["coingecko"]],
  pools: [["defillama"]],
  trust: [["defillama"]],
  tokens: [["dexscreener"]],
  news: [NEWS],
  newsPoll: [NEWS],
}

const inputsOf = (endpoint: string): readonly InputName[] => {
  const { needs = [], atClose = [] } = paidContract(endpoint)?.freshness ?? {}
  return [...needs, ...atClose]
}

const requiredOf = (endpoint: string) => inputsOf(endpoint).flatMap((input) => PROVIDERS_OF[input])

/** An answer without a timestamp: an old one cannot be distinguished from a fresh one. */
const TIMELESS = /^(?:(?:openInterest|quotes)\.\w+ hyperliquid|marketOdds\.\w+ kalshi): /

/** Inputs that are too old when the second fault begins, or of which "none" is not known any more. */
const SHORT_LIVED: ReadonlySet<InputName> = new Set(["price", "tokens", "news", "newsPoll"])

const isShortLived = (endpoint: string) => inputsOf(endpoint).some((input) => SHORT_LIVED.has(input))

type Case = readonly [name: string, faultOf: ReadonlyMap<Provider, Fault>]

const all = Object.entries(FAULTS)
const timeFaults = all.filter(([, { kind }]) => kind === "stale" || kind === "skew")
const bodyFaults = all.filter(([, { kind }]) => kind !== "stale" && kind !== "skew")

/** Every second provider, each failing in its own way. */
function mixedFaults(offset: number, kinds: typeof all): Case {
  const chosen = PROVIDERS.map((provider, index) => [provider, index] as const).filter(([, i]) => i % 2 === offset)
  const faults = chosen.map(([provider, index]) => {
    const [name, fault] = kinds[Math.floor(index / 2 + offset) % kinds.length] ?? ["down", { kind: "down" as const }]
    return { provider, name, fault }
  })
  const named = faults.map(({ provider, name }) => `${provider} ${name}`).join(", ")
  return [named, new Map(faults.map(({ provider, fault }) => [provider, fault]))]
}

function sameFault(group: string, fault: string, providers: readonly Provider[]): Case {
  const injected = FAULTS[fault] ?? { kind: "down" }
  return [`${group} ${fault}`, new Map(providers.map((provider) => [provider, injected]))]
}

const SAMPLE: readonly Case[] = [mixedFaults(0, bodyFaults), mixedFaults(1, timeFaults)]

const EVERYTHING: readonly Case[] = Object.keys(FAULTS).flatMap((fault) => [
  ...PROVIDERS.map((provider) => sameFault(provider, fault, [provider])),
  ...Object.entries(GROUPS).map(([name, providers]) => sameFault(name, fault, providers)),
])

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))
test.for(process.env["FAULTS"] === "all" ? EVERYTHING : SAMPLE)(
  "with faults (%s) every endpoint sells correct data or charges nothing",
  { timeout: 120_000 },
  async ([, faultOf], { signal }) => {
    const faults = [...faultOf.values()]
    setTime(START_MS)
    const harness = await openFeedsHarness(new Map(faultOf), {
      pools: faultOf.has("defillama") ? "own" : "shared",
      signal,
    })
    await harness.refresh()
    await check(harness, { faults, since: [START_MS], mayBeUnavailable: () => true })

    harness.faults.clear()
    setTime(CIRCUIT_TRIAL_MS)
    await harness.refresh()
    setTime(RECOVERED_MS)
    await harness.refresh()
    const failing = managedFeeds(harness.feeds).filter(([, feed]) => !feed.status().isFresh)
    expect(
      failing.map(([feed]) => feed),
      "every feed has recovered",
    ).toEqual([])
    const since = [START_MS, CIRCUIT_TRIAL_MS, RECOVERED_MS]
    await check(harness, { faults, since, mayBeUnavailable: () => false })

    for (const [provider, fault] of faultOf) harness.faults.set(provider, fault)
    setTime(SECOND_FAULT_MS)
    await harness.refresh()
    since.push(SECOND_FAULT_MS)
    await check(harness, { faults, since, mayBeUnavailable: isShortLived })

    setTime(EXPIRED_MS)
    await harness.refresh()
    since.push(EXPIRED_MS)
    await check(harness, { faults, since, mayBeUnavailable: () => true })
    await harness.store.destroy()
  },
)

type Step = {
  readonly faults: readonly Fault[]
  /** The times at which providers were read. */
  readonly since: readonly number[]
  /** Whether an endpoint may depend on a value that was just lost. */
  readonly mayBeUnavailable: (endpoint: string) => boolean
}

async function check(harness: FeedsHarness, { faults, since, mayBeUnavailable: mayLack }: Step): Promise<void> {
  const sales = await buyEverything(harness)
  for (const { endpoint, status, promised, problem, state } of sales) {
    const where = `${endpoint}: ${JSON.stringify(problem ?? {})}`
    if (status === 200) {
      expect(promised, where).not.toBeNull()
      expect(state, where).toBe("settled")
    } else {
      expect(status, where).toBe(503)
      expect(problem, where).toMatchObject({ charged: "no", retryable: true, code: "data_unavailable" })
      // Refused before it is claimed, or released.
      expect([null, "released"], where).toContain(state)
      const isWorking = (needed: readonly Provider[]) => needed.some((provider) => !harness.faults.has(provider))
      expect(mayLack(endpoint) && !requiredOf(endpoint).every(isWorking), where).toBe(true)
    }
  }
  const isOfTime = faults.some(({ kind }) => kind === "skew" || kind === "stale")
  const oracleOptions = { momentsMs: momentsOf(since, faults), together: !isOfTime }
  const held = await unbackedValues(await feedContents(harness), oracleOptions)
  const isFrozen = faults.some(({ kind }) => kind === "stale")
  const invented = held.filter((fact) => !(isFrozen && TIMELESS.test(fact)))
  expect(invented.slice(0, 5), `${invented.length} in all`).toEqual([])
  await checkPrices(harness)
  harness.signal?.throwIfAborted()
}

/** A provider with another clock returns the values of that time; at the trial all providers were healthy. */
function momentsOf(since: readonly number[], faults: readonly Fault[]): readonly number[] {
  const faulty = since.filter((momentMs) => momentMs !== CIRCUIT_TRIAL_MS)
  const other = faults.flatMap((fault) => {
    if (fault.kind === "stale") return [fault.atMs]
    return fault.kind === "skew" ? faulty.map((momentMs) => momentMs + fault.skewMs) : []
  })
  return [...new Set([...other, ...since])]
}

/** A price is that of the market or is marked. When the clocks of all exchanges are equally wrong, it cannot be checked. */
async function checkPrices({ candles, faults }: FeedsHarness): Promise<void> {
  if (EXCHANGES.every((exchange) => ["skew", "stale"].includes(faults.get(exchange)?.kind ?? ""))) return
  for (const coin of COINS) {
    const price = await candles.price(coin)
    if (price === null || price.isDisputed) continue
    const simulatedPrice = market.priceAt(coin, price.asOfMs)
    expect(Math.abs(price.value / simulatedPrice - 1), `${coin} at ${price.source}`).toBeLessThan(0.012)
  }
}
