import { HOUR_MS } from "@/lib/domain/utc-day"
import { streamOf, uniformAt } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"

/** An hourly move of bitcoin from which a news story follows. */
const BURST = 0.022

/** One report of one outlet. */
export type SandboxReport = {
  readonly title: string
  readonly domain: string
  readonly url: string
  readonly seenMs: number
}

const OUTLETS = [
  "reuters.com",
  "apnews.com",
  "bbc.co.uk",
  "theguardian.com",
  "aljazeera.com",
  "cnbc.com",
  "france24.com",
  "politico.eu",
  "scmp.com",
  "harbor-times.example",
  "daily-ledger.example",
  "coast-herald.example",
  "north-star.example",
] as const

const SEVERE_EVENTS = [
  "Iran closes Strait of Hormuz to tankers",
  "Russia launches missile strikes on Ukraine power grid",
  "China imposes sanctions package on United States chip makers",
  "White House imposes sweeping tariffs on China imports",
  "Israel launches air strikes on Iran military sites",
] as const

const COMMON = [
  "Houthis threaten ships in Red Sea after drone attack",
  "EU weighs new sanctions on Russia oil exports",
  "Trump threatens tariffs on Canada steel",
  "North Korea fires ballistic missile into sea",
  "Pakistan and India trade shelling across border",
  "Ukraine drone strike hits Russia refinery",
  "Israel and Hamas agree ceasefire deal",
  "United States sanctions network that moves Iran crude",
] as const

const NOISE = [
  "Football club signs striker for record fee",
  "New phone goes on sale with brighter screen",
  "Heavy rain expected over the weekend",
  "Streaming wars heat up as studio raises price",
] as const

/** Variants of a headline at other outlets. */
const WORDINGS = [
  (title: string) => title,
  (title: string) => `${title}, officials say`,
  (title: string) => `Breaking: ${title}`,
  (title: string) => `${title} - live updates`,
  (title: string) => `${title}, sources say`,
] as const

/** Reports seen from `fromMs` to `toMs`, oldest first. A story breaks in some hours, always where prices jump. */
export function reportsBetween(market: SimulatedMarket, fromMs: number, toMs: number): readonly SandboxReport[] {
  const first = Math.floor((fromMs - market.genesisMs) / HOUR_MS) - 12
  const last = Math.floor((toMs - market.genesisMs) / HOUR_MS)
  const reports: SandboxReport[] = []
  for (let hour = Math.max(0, first); hour <= last; hour++) reports.push(...storyOf(market, hour))
  return reports.filter(({ seenMs }) => seenMs >= fromMs && seenMs <= toMs).toSorted((a, b) => a.seenMs - b.seenMs)
}

function storyOf(market: SimulatedMarket, hour: number): readonly SandboxReport[] {
  const draw = (name: string) => uniformAt(streamOf(market.seed, `news-${name}`), hour)
  const startMs = market.genesisMs + hour * HOUR_MS
  const move = Math.abs(Math.log(market.priceAt("BTC", startMs + HOUR_MS - 1) / market.priceAt("BTC", startMs)))
  if (move >= BURST)
    return coverageOf(market, hour, pick(SEVERE_EVENTS, draw("grave")), 7 + Math.floor(6 * draw("outlets")))
  if (draw("common") < 0.16)
    return coverageOf(market, hour, pick(COMMON, draw("which")), 1 + Math.floor(5 * draw("outlets") ** 2))
  return draw("noise") < 0.5 ? coverageOf(market, hour, pick(NOISE, draw("which")), 2) : []
}

function coverageOf(market: SimulatedMarket, hour: number, title: string, outlets: number): readonly SandboxReport[] {
  const firstOutlet = Math.floor(OUTLETS.length * uniformAt(streamOf(market.seed, "news-first"), hour))
  return Array.from({ length: Math.min(outlets, OUTLETS.length) }, (_, index): SandboxReport => {
    const draw = uniformAt(streamOf(market.seed, `news-report-${index}`), hour)
    const domain = OUTLETS[(firstOutlet + index) % OUTLETS.length] ?? OUTLETS[0]
    const delayMs = index === 0 ? 10 * 60_000 * draw : index * 14 * 60_000 + 20 * 60_000 * draw
    return {
      title: (WORDINGS[index % WORDINGS.length] ?? WORDINGS[0])(title),
      domain,
      url: `https://${domain}/world/${slugOf(title)}-${hour}-${index}`,
      seenMs: Math.floor((market.genesisMs + hour * HOUR_MS + delayMs) / 1000) * 1000,
    }
  })
}

/** `iran-closes-strait-of-hormuz`: publishers put the headline into the address. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
}

function pick<T>(values: readonly [T, ...T[]], share: number): T {
  return values[Math.floor(share * values.length)] ?? values[0]
}
