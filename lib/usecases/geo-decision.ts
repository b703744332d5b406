import { type AssetPriceFeed, GEO_ASSETS } from "@/lib/domain/geo/impact"
import { type GeoEvent, GEO_METHOD_VERSION } from "@/lib/domain/geo/geo-event"
import type { NewsScan } from "@/lib/domain/geo/news"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { feedDecision } from "./feed-decision"
import type { Decision } from "./resource-versions"

/**
 * A decision on news: the articles, the moves after events, and the states of events. With time, events leave an answer and alerts
 * end, without a new article.
 */
export function newsDecision(
  scan: Promise<Sourced<NewsScan>>,
  prices: AssetPriceFeed,
  statesOf: (scan: NewsScan) => unknown,
): Promise<Decision> {
  const input = async ({ value, asOfMs }: Sourced<NewsScan>) => ({
    value: [value.articles.map(({ url }) => url), await newestCloses(prices), statesOf(value)],
    asOfMs,
  })
  return feedDecision(GEO_METHOD_VERSION, [scan.then(input)])
}

export function stateOf({ id, assessment }: GeoEvent): readonly string[] {
  return [id, assessment.severity]
}

/** Moves after an event are measured again with every hourly close. */
async function newestCloses(prices: AssetPriceFeed): Promise<readonly (number | null)[]> {
  const held = await Promise.all(GEO_ASSETS.map((asset) => prices.hourly(asset)))
  return held.map((hours) => hours?.value.at(-1)?.closeTimeMs ?? null)
}
