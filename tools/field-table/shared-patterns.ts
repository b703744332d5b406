import { FORECAST, NOW, type Patterns, SERVICE } from "@/lib/endpoints/provenance"

/** Fields that several answers share. */
export const sharedPatterns: Patterns = {
  "meta.sources[].*": { source: "the provider that it names", window: "newest content" },
  "meta.*": SERVICE,
  timestamp: SERVICE,
  "attribution*": { source: "the providers' terms", window: "at the answer" },
  price_of_record: { source: "4h candles", window: "at the 4h close" },
  decided_at: { source: "4h candles", window: "at the 4h close" },
  price_moved_pct: { source: "price feed over 4h candles", window: "since the 4h close" },
  price: { source: "price feed", window: "at the answer" },
  "now.forecast.*": { ...NOW, window: "the whole horizon from the 4h close" },
  "now.*": NOW,
  "*range80_24h.*": { ...FORECAST, window: "24h after the 4h close" },
  "*range80_7d.*": { ...FORECAST, window: "7d after the 4h close" },
  "*quantiles.*": { ...FORECAST, unit: "US dollars" },
  "*expected_shortfall.*": FORECAST,
  "volatility[].error_pct": { source: "closes of the fit", window: "`hours` after the 4h close" },
  "volatility[].*": { ...FORECAST, window: "`hours` after the 4h close" },
  "*expected_move_24h_pct": { ...FORECAST, window: "24h after the 4h close" },
  "*p_touch_24h": { ...FORECAST, window: "24h after the 4h close" },
  "*p_touch_7d": { ...FORECAST, window: "7d after the 4h close" },
}
