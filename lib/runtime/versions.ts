import { createHash, randomBytes } from "node:crypto"
import { z } from "zod"
import { catalogue } from "@/lib/api/catalogue"
import { isPaid, type ResponseOf } from "@/lib/api/contract"
import { marketEtfContract } from "@/lib/api/market-etf"
import type { versionsContract } from "@/lib/api/versions"
import { upcomingEvents } from "@/lib/domain/calendar/upcoming"
import { type AssetPriceFeed, GEO_ASSETS } from "@/lib/domain/geo/impact"
import { openTimeOf } from "@/lib/domain/market/candle"
import { COINS } from "@/lib/domain/market/coin"
import { formatUsdc } from "@/lib/domain/usdc"
import { isoTime } from "@/lib/domain/utc-day"
import { createSqlValueStore } from "@/lib/feeds/sql-value-store"
import { getMarketOverview } from "@/lib/usecases/get-market-overview"
import { getRegime } from "@/lib/usecases/get-regime"
import { overviewDecision } from "@/lib/usecases/overview-decision"
import { type MarketDeps, readMarket } from "@/lib/usecases/read-market"
import { advanceVersions, type ResourceDecision, type ResourceVersion } from "@/lib/usecases/resource-versions"
import { signalDecisions } from "@/lib/usecases/signal-decisions"
import { feedVersions } from "./feeds"
import { assetPrices } from "./geo-prices"
import { marketDeps } from "./market-deps"
import { type Runtime, runtime } from "./runtime"
import { singleton } from "./singleton"

type Answer = ResponseOf<typeof versionsContract>

/** Every poller within this time gets the same answer, whatever comes in. */
const FOR_MS = 5_000
const MINUTE_MS = 60_000

const Held = z.array(
  z.object({
    path: z.string(),
    version: z.number(),
    commitment: z.string(),
    nonce: z.string(),
    dataAsOfMs: z.number(),
    changedAtMs: z.number(),
    isCurrent: z.boolean().default(false),
  }),
)

/** A price quote may be as old: nobody is charged for what is not sold any more. */
const PREVIEW_FOR_MS = 30_000

type Known = {
  readonly atMs: number
  /** What the feeds held when it was begun. */
  readonly inputs: string
  readonly answer: Promise<Answer>
}

const answers = singleton("versions", () => new WeakMap<Runtime, Known>())
const preview = singleton("versions-preview", () => ({ askedMs: 0, versions: {} as Answer["versions"] }))

/** The newest version of everything that is sold, counted on from what the store holds. */
export async function versionsAnswer(): Promise<Answer> {
  const service = await runtime()
  const held = answers.get(service)
  const serves = held !== undefined && (Date.now() - held.atMs < FOR_MS || isExact(held, service))
  return serves ? held.answer : answerAnew(service)
}

/** Nothing has come in since, and it is the same minute: events come nearer and facts grow old with time alone. */
function isExact({ atMs, inputs }: Known, service: Runtime): boolean {
  return minuteOf(atMs) === minuteOf(Date.now()) && inputs === feedVersions(service)
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS)
}

/** One after the other: two at once would give one decision two commitments. */
async function answerAnew(service: Runtime): Promise<Answer> {
  const before = answers.get(service)?.answer ?? Promise.resolve(null)
  const nowMs = Date.now()
  const answer = before.catch(() => null).then(() => computeVersions(service, nowMs))
  answers.set(service, { atMs: nowMs, inputs: feedVersions(service), answer })
  // A failure is not remembered.
  answer.catch(() => answers.get(service)?.answer === answer && answers.delete(service))
  preview.versions = (await answer).versions
  return answer
}

/**
 * The version of an answer that was made just now as an entity tag, by its URL (`/api/signal/BTC`); `null` where it has
 * none. What pollers get may be older than a feed's newest value, and so than the answer.
 */
export async function entityTagOf(url: string): Promise<string | null> {
  const service = await runtime()
  const held = answers.get(service)
  const { versions } = await (held && isExact(held, service) ? held.answer : answerAnew(service))
  const entry = versions[questionOf(url)]
  return entry === undefined ? null : `"${entry.version}-${entry.commitment.slice(0, 16)}"`
}

/**
 * The version of one resource as it was last known, by its URL; `null` before that. A question for a price waits for
 * nothing, so what is old is asked for behind its back.
 */
export function previewOf(url: string): Answer["versions"][string] | null {
  const nowMs = Date.now()
  if (nowMs - preview.askedMs >= PREVIEW_FOR_MS) {
    preview.askedMs = nowMs
    // Whoever buys hears of the fault; a price is quoted without.
    void versionsAnswer().catch(() => undefined)
  }
  return preview.versions[questionOf(url)] ?? null
}

/** Funds of each coin report by themselves; other questions to one path change together, so the path alone is listed. */
function questionOf(url: string): string {
  const [path = "", query] = url.replace(/^\/api/, "").split("?")
  const asset = path === marketEtfContract.path ? new URLSearchParams(query).get("asset") : null
  return asset === null || asset === FUNDS_OF ? path : `${path}?asset=${asset}`
}

/** Whose funds are meant where nobody says. */
const FUNDS_OF = marketEtfContract.queryParams.parse({}).asset

async function computeVersions(service: Runtime, nowMs: number): Promise<Answer> {
  const values = createSqlValueStore(service.store, "resource_versions", (json) => Held.parse(json))
  const [held, decisions] = await Promise.all([values.load(), readDecisions(service, nowMs)])
  const versions = advanceVersions(held?.value ?? [], decisions, {
    nowMs,
    nonce: () => randomBytes(16).toString("hex"),
    sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
  })
  await values.save({ value: [...versions], source: "signal402", asOfMs: nowMs, fetchedAtMs: nowMs })
  return { versions: Object.fromEntries(versions.flatMap(toEntry)), timestamp: isoTime(nowMs) }
}

function toEntry({ path, version, commitment, dataAsOfMs, changedAtMs, isCurrent }: ResourceVersion) {
  const product = catalogue.find((contract) => path.startsWith(contract.path.replace("{coin}", "")) && isPaid(contract))
  if (product?.price === null || product?.price === undefined) return []
  const times = { data_as_of: isoTime(dataAsOfMs), changed_at: isoTime(changedAtMs) }
  const status = isCurrent ? ("current" as const) : ("unavailable" as const)
  return [[path, { version, commitment, ...times, price_usdc: formatUsdc(product.price), status }] as const]
}

async function readDecisions(service: Runtime, nowMs: number): Promise<readonly ResourceDecision[]> {
  const deps = await marketDeps()
  const signals = await settled(COINS.map(async (coin) => ({ coin, ...(await readMarket(coin, deps)) })))
  const others = await settled([
    regimeDecision(service, nowMs),
    feedDecisions(service, nowMs),
    marketDecision(service, deps),
  ])
  return [...signals.flatMap(({ coin, signal }) => signalDecisions(coin, signal)), ...others.flat()]
}

/** What cannot be answered now has no new version. */
async function settled<T>(reads: readonly Promise<T>[]): Promise<readonly T[]> {
  const results = await Promise.allSettled(reads)
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))
}

async function marketDecision({ feeds }: Runtime, deps: MarketDeps): Promise<readonly ResourceDecision[]> {
  const { etfFlows, dominance, fearGreed } = feeds
  const answer = await getMarketOverview({}, { ...deps, etfFlows, dominance, fearGreed })
  const [mood, shares] = await Promise.all([fearGreed.read(), dominance.read()])
  const dataAsOfMs = Math.max(openTimeOf(deps.nowMs, "4h"), mood?.asOfMs ?? 0, shares?.asOfMs ?? 0)
  return [{ path: "/market/overview", decision: overviewDecision(answer), dataAsOfMs }]
}

async function regimeDecision(
  { candles, feeds, config }: Runtime,
  nowMs: number,
): Promise<readonly ResourceDecision[]> {
  const { fearGreed, etfFlows, calendar } = feeds
  const ports = { candles, fearGreed, etfFlows, calendar, mode: config.mode, nowMs }
  const { meta, timestamp: _, ...decision } = await getRegime({}, ports)
  return [{ path: "/regime", decision, dataAsOfMs: Date.parse(meta.as_of) }]
}

/** Products that say what their feeds say change with them. */
async function feedDecisions({ feeds, candles }: Runtime, nowMs: number): Promise<readonly ResourceDecision[]> {
  const [calendar, holdings, pools, trust, bill, tokens, news, flows, closes] = await Promise.all([
    feeds.calendar.read(),
    feeds.treasuries.read(),
    feeds.pools.read(),
    feeds.trust.read(),
    feeds.treasuryBill.read(),
    feeds.tokens.read(),
    feeds.news.read(),
    Promise.all(COINS.map((coin) => feeds.etfFlows.read(coin))),
    newestCloses(assetPrices(candles, feeds)),
  ])
  const yields = [pools, trust, bill].map(timeOf)
  const headlines = news && { value: [news.value.articles.map(({ url }) => url), closes], asOfMs: news.asOfMs }
  const ahead = calendar && upcomingEvents(calendar.value, nowMs)
  return [
    fromFeeds("/events", [calendar && ahead && { value: ahead.week, asOfMs: calendar.asOfMs }]),
    COINS.flatMap((coin, index) => fromFeeds(questionOf(`/market/etf?asset=${coin}`), [flows[index] ?? null])),
    fromFeeds("/institutions", [holdings]),
    fromFeeds("/yields", yields),
    fromFeeds("/defi/recommend", yields),
    fromFeeds("/dex/alpha", [timeOf(tokens)]),
    fromFeeds("/geo/events", [headlines]),
    fromFeeds("/geo/alert", [headlines]),
  ].flat()
}

/** Moves after an event are measured anew with every hourly close. */
async function newestCloses(prices: AssetPriceFeed): Promise<readonly (number | null)[]> {
  const held = await Promise.all(GEO_ASSETS.map((asset) => prices.hourly(asset)))
  return held.map((hours) => hours?.value.at(-1)?.closeTimeMs ?? null)
}

/** Thousands of pools and tokens change with every reading: their time says it as well. */
function timeOf(held: { readonly asOfMs: number } | null) {
  return held && { value: held.asOfMs, asOfMs: held.asOfMs }
}

function fromFeeds(
  path: string,
  held: readonly ({ readonly value: unknown; readonly asOfMs: number } | null)[],
): readonly ResourceDecision[] {
  const known = held.filter((value) => value !== null)
  const decision = known.map(({ value }) => JSON.stringify(value))
  return known.length === 0 ? [] : [{ path, decision, dataAsOfMs: Math.max(...known.map(({ asOfMs }) => asOfMs)) }]
}
