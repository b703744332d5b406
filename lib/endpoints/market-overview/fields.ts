import { z } from "zod"
import { STABLECOIN_SIGNALS } from "@/lib/domain/flows/stablecoin-flow"
import { DateTime, Direction, Meta, PriceOfRecord } from "@/lib/api/fields"
import { NowHead, NowRanges } from "@/lib/api/now-fields"
import { VenuePartField } from "@/lib/api/venue-fields"

const Day = z.iso.date().nullable()
const Known = z.number().nullable()
const Price = z.number().positive().describe("US dollars.")
const UsdM = Known.describe("Millions of US dollars. Negative: outflow.")

const perCoin = <S extends z.ZodType>(schema: S) => z.object({ BTC: schema, ETH: schema, SOL: schema })

const CoinSignal = z.object({
  direction: Direction,
  confidence: z.number().min(0).max(1),
  price: Price,
  strength: z.number().int().min(0).max(100),
  ...PriceOfRecord,
  now: z
    .object({
      ...NowHead,
      confidence: z
        .number()
        .min(0)
        .max(1)
        .describe(
          "Probability from now that the price 24 hours after `decided_at` is on the side of the signal, measured from `price_of_record` (NEUTRAL: on the more likely side).",
        ),
      ...NowRanges,
    })
    .optional()
    .describe("Figures at `price`. Direction, confidence and strength are those of `decided_at`."),
})

const CoinPrice = z.object({ price: Price, change_24h_pct: Known, change_7d_pct: Known, change_30d_pct: Known })

const EtfFlows = z.object({ date: Day, total_m: UsdM, institutional_m: UsdM, flow_7d_m: UsdM })

const Venue = z.string().nullable().describe("Venues of the value, comma separated.")

const Derivatives = z.object({
  funding_rate_8h_pct: Known.describe("Last settled rate, mean of the venues by open interest."),
  funding_annual_pct: Known,
  funding_venue: Venue,
  open_interest_base: Known.describe("Sum of the venues in coins, one side of each contract."),
  open_interest_usd: Known,
  open_interest_change_24h_pct: Known.describe(
    "Change in coins over 24 hours on the venues that were known then, percent.",
  ),
  open_interest_venue: Venue,
  long_short_ratio: Known.describe(
    "Accounts that are long per account that is short, mean of the venues by open interest.",
  ),
  long_short_venue: Venue,
  venues: z
    .object({
      funding: z.array(VenuePartField),
      open_interest: z.array(VenuePartField),
      long_short: z.array(VenuePartField),
    })
    .optional()
    .describe("Each venue behind a total, with its own value, share and age."),
})

const DailySeries = z.object({
  venue: z.string().nullable().describe("The venue or publisher of the values. null: no values."),
  days: z.array(z.object({ date: z.iso.date(), value: z.number() })),
})

const StablecoinSignal = z
  .enum([...STABLECOIN_SIGNALS, "UNKNOWN"])
  .describe("By the change over 7 days: a flow from ±0.25%, a strong flow from ±0.75%.")

const Macro = z.object({ value: Known, date: Day, change_5d_pct: Known, change_20d_pct: Known })

/** The answer of `/market/overview`: both shapes that the specification declares. Unknown is `null`, never 0. */
export const MarketOverviewAnswer = z.object({
  timestamp: DateTime,
  signals: perCoin(CoinSignal),
  prices: perCoin(CoinPrice),
  etf: z
    .object({ total_m: UsdM, institutional_m: UsdM, date: Day })
    .describe("US spot bitcoin funds, newest full day."),
  etf_flows: perCoin(EtfFlows).describe("US spot funds by the coin they hold."),
  stablecoin: z.object({
    total_supply_b: Known.describe("Billions of US dollars."),
    change_7d_b: Known,
    signal: StablecoinSignal,
  }),
  stablecoin_flows: z.object({
    date: Day,
    total_supply_b: Known,
    change_7d_b: Known,
    change_7d_pct: Known,
    change_30d_b: Known,
    signal: StablecoinSignal,
  }),
  fear_greed: z.object({
    value: z.number().min(0).max(100).nullable(),
    label: z.enum(["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed", "Unknown"]),
    change_7d: Known.describe("Change over 7 days, points."),
    attribution: z.string(),
  }),
  derivatives: perCoin(Derivatives),
  history_30d: perCoin(
    z.object({
      funding_8h_pct: DailySeries.describe("Mean of the settled rates of each UTC day."),
      open_interest_base: DailySeries.describe("Last value of each UTC day, in coins."),
      etf_flow_m: DailySeries.describe("Complete trading days, millions of US dollars."),
    }),
  )
    .optional()
    .describe("Values of the last 30 days, oldest first."),
  macro: z.object({
    vix: Macro,
    dxy: Macro.describe(
      "US dollar index: ICE DXY from Yahoo, or the Fed's broad dollar index (2006 = 100) from FRED. Without yahoo in " +
        "meta.sources it is the latter.",
    ),
    us10y: Macro.extend({ change_20d_bp: Known }).describe("Yield of ten-year US treasuries, percent."),
    spx: Macro.describe("S&P 500."),
  }),
  dominance: z.object({
    btc_pct: Known.describe("Bitcoin's part of the whole market, percent."),
    eth_pct: Known,
    market_cap_usd: Known,
    market_cap_change_24h_pct: Known,
    volume_24h_usd: Known,
  }),
  meta: Meta,
})
