import type { Params, ResponseOf } from "@/lib/api/contract"
import type { AnswerId, ContractOf } from "@/lib/endpoints"
import { withMarketLabel } from "@/lib/api/deployment"
import { feedRevision } from "@/lib/market/feeds/all-feeds"
import { assetPrices } from "@/lib/market/feeds/asset-prices"
import { parseRequestParams, type PathSegments } from "@/lib/server/http/request-params"
import { type Inputs, shareAnswers } from "@/lib/server/http/shared-answers"
import { getContext } from "@/lib/endpoints/context/answer"
import { getDefiRecommend } from "@/lib/endpoints/defi-recommend/answer"
import { getDexAlpha } from "@/lib/endpoints/dex-alpha/answer"
import { getEvents } from "@/lib/endpoints/events/answer"
import { getGeoAlert } from "@/lib/endpoints/geo-alert/answer"
import { getGeoEvents } from "@/lib/endpoints/geo-events/answer"
import { getInstitutions } from "@/lib/endpoints/institutions/answer"
import { getMarketEtf } from "@/lib/endpoints/market-etf/answer"
import { getOdds } from "@/lib/endpoints/odds/answer"
import { getMarketOverview } from "@/lib/endpoints/market-overview/answer"
import { getRegime } from "@/lib/endpoints/regime/answer"
import { getRisk } from "@/lib/endpoints/risk/answer"
import { getSignal } from "@/lib/endpoints/signal/answer"
import { getYields } from "@/lib/endpoints/yields/answer"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { previousDirection, sealedBasis } from "@/lib/record/records"
import type { MarketDeps } from "@/lib/usecases/read-market"
import { config } from "./config"
import { runtime, type Runtime } from "./runtime"

export type Answer<Id extends AnswerId> = (params: Params<ContractOf<Id>>) => Promise<ResponseOf<ContractOf<Id>>>

/** Computes the sold answers as of now. Equal concurrent requests share one computation. */
export const answers: { readonly [Id in AnswerId]: Answer<Id> } = {
  signal: shared(async (params) => getSignal(params, await marketDeps())),
  context: shared(async (params) => getContext(params, await marketDeps())),
  risk: shared(async (params) => getRisk(params, await marketDeps())),
  odds: shared(async (params) => getOdds(params, await marketDeps())),
  regime: shared(async () => {
    const { fearGreed, etfFlows, calendar } = (await ports()).feeds
    return getRegime({}, { ...(await marketDeps()), fearGreed, etfFlows, calendar })
  }),
  market_overview: shared(async () => {
    const { etfFlows, dominance, fearGreed } = (await ports()).feeds
    return getMarketOverview({}, { ...(await marketDeps()), etfFlows, dominance, fearGreed })
  }),
  market_etf: shared(async (params) => {
    const { feeds, ...asked } = await ports()
    return getMarketEtf(params, { etfFlows: feeds.etfFlows, ...asked })
  }),
  events: shared(async () => {
    const { feeds, ...asked } = await ports()
    return getEvents({}, { calendar: feeds.calendar, ...asked })
  }),
  institutions: shared(async () => {
    const { candles, feeds, ...asked } = await ports()
    return getInstitutions({}, { candles, treasuries: feeds.treasuries, ...asked })
  }),
  yields: shared(async (params) => {
    const { pools, trust, treasuryBill, ...asked } = await poolPorts()
    return getYields(params, { pools, trust, treasuryBill, ...asked })
  }),
  defi_recommend: shared(async (params) => {
    const { pools, trust, treasuryBill, ...asked } = await poolPorts()
    return getDefiRecommend(params, { pools, trust, treasuryBill, ...asked })
  }),
  dex_alpha: shared(async (params) => {
    const { feeds, ...asked } = await ports()
    return getDexAlpha(params, { tokens: feeds.tokens, ...asked })
  }),
  geo_events: shared(async (params) => getGeoEvents(params, await newsPorts())),
  geo_alert: shared(async (params) => getGeoAlert(params, await newsPorts())),
}

/** The answer to a request for the resource of a contract. */
export async function answerOf<Id extends AnswerId>(
  contract: ContractOf<Id> & { readonly id: Id },
  { segments, search }: { readonly segments: PathSegments; readonly search: URLSearchParams },
): Promise<ResponseOf<ContractOf<Id>>> {
  const answer: Answer<Id> = answers[contract.id]
  return answer(parseRequestParams<ContractOf<Id>>(contract, segments, search).params)
}

/** Labels the market in an answer of a sandbox with real data. */
export function labelled<P, T>(handle: (params: P) => Promise<T>): (params: P) => Promise<T> {
  return async (params) => withMarketLabel(await handle(params), config())
}

function shared<P, T>(handle: (params: P) => Promise<T>): (params: P) => Promise<T> {
  // Not `Date.now` itself: test files share this module, and each file replaces `Date`.
  return shareAnswers(labelled(handle), { inputs: feedInputs, clock: () => Date.now() })
}

async function feedInputs(): Promise<Inputs> {
  const service = await runtime()
  return { of: service, revision: feedRevision(service) }
}

async function ports() {
  const { candles, feeds, config } = await runtime()
  return { candles, feeds, mode: config.mode, nowMs: Date.now() }
}

async function poolPorts() {
  const { feeds, mode, nowMs } = await ports()
  const { pools, trust, treasuryBill } = feeds
  return { pools, trust, treasuryBill, mode, nowMs }
}

async function newsPorts() {
  const { candles, feeds, mode, nowMs } = await ports()
  return { news: feeds.news, prices: assetPrices(candles, feeds), mode, nowMs }
}

/** The ports of every use case about a coin, as of now. */
export async function marketDeps(service?: Runtime): Promise<MarketDeps> {
  const { candles, feeds, config, store } = service ?? (await runtime())
  const nowMs = Date.now()
  return {
    candles,
    series: createSeriesFeed(feeds),
    mode: config.mode,
    nowMs,
    sealed: (coin) => sealedBasis(store, coin, nowMs),
    previousDirection: (coin) => previousDirection(store, coin, nowMs),
  }
}
