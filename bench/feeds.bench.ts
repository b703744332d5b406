import { createDefiFeeds } from "@/lib/feeds/defi-feeds"
import { createDerivativeFeeds } from "@/lib/feeds/derivative-feeds"
import { createEtfFeeds } from "@/lib/feeds/etf-feeds"
import { createMarketFeeds } from "@/lib/feeds/market-feeds"
import { createSeriesFeed } from "@/lib/feeds/series-feed"
import { createDefiLlamaYields } from "@/lib/sources/defillama/yields-client"
import { createSandboxFeedPorts } from "@/lib/testing/feed-sandbox"

/*
 * What a feed costs: a read from memory (goal 5 µs), and the largest answer there is, the list of all yield pools, from
 * text to rows (goal 400 ms and 150 MB for 11.5 MB) beside `JSON.parse` of the same text.
 * Run with `node --expose-gc --import tsx bench/feeds.bench.ts` for the memory figure.
 */

const { ports } = await createSandboxFeedPorts({ nowMs: Date.UTC(2026, 10, 20, 17, 7) })
const market = createMarketFeeds(ports)
const series = createSeriesFeed({ ...market, ...createDerivativeFeeds(ports), ...createEtfFeeds(ports) })
const { pools } = createDefiFeeds(ports)

await Promise.all([series.read("BTC"), pools.read()])
console.log("Reads from memory")
await report("one feed", () => market.vix.read())
await report("all pools", () => pools.read())
await report("every series of a coin (12 feeds)", () => series.read("BTC"))

const source = createDefiLlamaYields(ports)
const text = await (await fetchPools()).text()
const parseMs = await median(5, () => Promise.resolve(JSON.parse(text)))
globalThis.gc?.()
const before = process.memoryUsage().rss
const { value } = await source.pools()
const grownMb = (process.memoryUsage().rss - before) / 1e6
const wholeMs = await median(5, () => source.pools())
console.log(`\nThe list of ${value.length} pools, ${(text.length / 1e6).toFixed(1)} MB`)
console.log(`  JSON.parse alone             ${parseMs.toFixed(0).padStart(6)} ms`)
console.log(
  `  read, checked row by row     ${wholeMs.toFixed(0).padStart(6)} ms   (${(wholeMs / parseMs).toFixed(1)} times)`,
)
console.log(`  memory grown by one reading  ${grownMb.toFixed(0).padStart(6)} MB`)

/** The simulated provider writes its answer once an hour, so that the text is there when the clock starts. */
function fetchPools(): Promise<Response> {
  return ports.http
    .getText("https://yields.llama.fi/pools", { maxBytes: 24_000_000 })
    .then((body) => new Response(body))
}

async function report(name: string, read: () => Promise<unknown>): Promise<void> {
  const runs = 2_000
  for (let run = 0; run < runs; run++) await read()
  const startedMs = performance.now()
  for (let run = 0; run < runs; run++) await read()
  const microseconds = ((performance.now() - startedMs) / runs) * 1000
  console.log(`  ${name.padEnd(36)} ${microseconds.toFixed(2).padStart(7)} µs`)
}

async function median(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now()
    await work()
    taken.push(performance.now() - startedMs)
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}
