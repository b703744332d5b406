import type { ResponseOf } from "@/lib/api/contract"
import { groupBy } from "@/lib/domain/group-by"
import type { Provenance } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import type { MarketOddsFeed } from "@/lib/domain/prediction/market-question"
import { type ForecastNow, questionOdds } from "@/lib/domain/prediction/question-odds"
import { takerFeeUsd } from "@/lib/domain/prediction/taker-fee"
import { LEFT_OUT, leftOutRules, type QuotedQuestion, usableQuestions } from "@/lib/domain/prediction/usable-questions"
import { round } from "@/lib/domain/round"
import { isoTime } from "@/lib/domain/utc-day"
import { logDistance } from "@/lib/domain/volatility/distance"
import type { oddsContract } from "./contract"
import { FEE_CONTRACTS, MAX_QUESTIONS_PER_EVENT } from "./market-fields"

type Answer = ResponseOf<typeof oddsContract>
type Fields = Required<Pick<Answer, "markets" | "markets_missing">>
type QuestionField = NonNullable<Fields["markets"]>["questions"][number]

const SETTLEMENT =
  "Kalshi settles on the real-time index of CF Benchmarks: at the end on its mean of the last 60 seconds, for a touch on whether it is " +
  "ever beyond the level. Our odds are about the price of this service, so a result near the level can differ."

const FEE =
  "0.07 · contracts · price · (1 − price), up to the next cent, of a taker. The venue can charge other fees in single series."

/** The questions of prediction markets about a coin beside our odds. Missing quotes leave the rest of the answer as it is. */
export async function marketOddsOf(
  coin: Coin,
  asked: ForecastNow & { readonly levels: readonly number[] },
  feed: MarketOddsFeed,
): Promise<{ readonly fields: Fields; readonly inputs: readonly Provenance[]; readonly degraded: readonly string[] }> {
  const market = await feed.read(coin)
  if (market === null) {
    const isForbidden = feed.status().isDisabled === true
    return {
      fields: { markets: null, markets_missing: isForbidden ? "terms" : "not_known" },
      inputs: [],
      degraded: isForbidden ? [] : ["No prices of prediction markets are known."],
    }
  }
  const { source, value } = market
  const { used, leftOut } = usableQuestions(value.newest.questions, asked)
  const markets = {
    as_of: isoTime(value.newest.atMs),
    questions: shown(used, asked.levels).map((question) => questionField(question, source, asked)),
    usable: used.length,
    left_out: LEFT_OUT.flatMap((reason) =>
      leftOut[reason] === 0 ? [] : [{ reason, rule: leftOutRules[reason], questions: leftOut[reason] }],
    ),
    settlement: SETTLEMENT,
    fee: FEE,
  }
  return { fields: { markets, markets_missing: null }, inputs: used.length === 0 ? [] : [market], degraded: [] }
}

/** Of each event those nearest to a level of the request, by end, kind and level. */
function shown(questions: readonly QuotedQuestion[], levels: readonly number[]): readonly QuotedQuestion[] {
  const distance = ({ levelUsd }: QuotedQuestion) => Math.min(...levels.map((level) => logDistance(level, levelUsd)))
  return groupBy(questions, ({ kind, side, untilMs }) => `${kind} ${side} ${untilMs}`)
    .flatMap((event) => event.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_QUESTIONS_PER_EVENT))
    .toSorted((a, b) => a.untilMs - b.untilMs || a.kind.localeCompare(b.kind) || a.levelUsd - b.levelUsd)
}

function questionField(question: QuotedQuestion, venue: string, forecast: ForecastNow): QuestionField {
  const { ticker, kind, side, levelUsd, untilMs, bid, ask, bidContracts, askContracts } = question
  const mid = (bid + ask) / 2
  const odds = questionOdds(question, forecast)
  // No at 1 − bid has the fee of Yes at the bid.
  const [yesFee, noFee] = [
    takerFeeUsd(ask, FEE_CONTRACTS) / FEE_CONTRACTS,
    takerFeeUsd(bid, FEE_CONTRACTS) / FEE_CONTRACTS,
  ]
  return {
    venue,
    ticker,
    kind,
    side,
    level: levelUsd,
    until: isoTime(untilMs),
    yes_bid: bid,
    yes_ask: ask,
    yes_mid: round(mid, 5),
    bid_depth_usd: round(bid * bidContracts, 2),
    ask_depth_usd: round(ask * askContracts, 2),
    fee_usd: round(yesFee, 4),
    p_forecast: round(odds, 4),
    difference_pp: round(100 * (odds - mid), 2),
    yes_pays_above: round(ask + yesFee, 4),
    no_pays_below: round(bid - noFee, 4),
  }
}
