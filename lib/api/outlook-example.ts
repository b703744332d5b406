import type { z } from "zod"
import type { Outlook } from "./outlook-fields"

/** Range, quantiles and expected shortfall of the made-up answers. */
export const exampleOutlook: z.input<typeof Outlook> = {
  expected_move_24h_pct: 2.1,
  range80_24h: {
    low: 94114.2,
    high: 98766.92,
  },
  range80_7d: {
    low: 89816.37,
    high: 103493.05,
  },
  quantiles: {
    "24h": {
      p1: 90720.76,
      p02_5: 92211.65,
      p5: 93174.6,
      p10: 94114.2,
      p25: 95351.19,
      p50: 96412.5,
      p75: 97485.63,
      p90: 98766.92,
      p95: 99762.92,
      p97_5: 100804.73,
      p99: 102461.33,
    },
    "7d": {
      p1: 80284.11,
      p02_5: 84392.79,
      p5: 87136.36,
      p10: 89816.37,
      p25: 93332.07,
      p50: 96412.5,
      p75: 99594.6,
      p90: 103493.05,
      p95: 106676.13,
      p97_5: 110144.12,
      p99: 115780.95,
    },
  },
  expected_shortfall: {
    "24h": {
      long_pct: -4.99,
      short_pct: -5.25,
    },
    "7d": {
      long_pct: -13.98,
      short_pct: -16.25,
    },
  },
}
