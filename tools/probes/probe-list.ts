import { calendarProbes } from "./calendar-probes"
import { candleProbes } from "./candle-probes"
import { contractProbes } from "./contract-probes"
import { defiAndNews } from "./defi-and-news"
import { etfProbes } from "./etf-probes"
import { marketProbes } from "./market-probes"
import { optionProbes } from "./option-probes"
import { predictionProbes } from "./prediction-probes"
import type { Probe, ProbePorts } from "./probe"
import { treasuryProbes } from "./treasury-probes"

/** One probe for each request of the feeds. Providers without their key are skipped. */
export function probes(ports: ProbePorts): readonly Probe[] {
  return [
    ...candleProbes(ports),
    ...contractProbes(ports),
    ...marketProbes(ports),
    ...etfProbes(ports),
    ...calendarProbes(ports),
    ...optionProbes(ports),
    ...predictionProbes(ports),
    ...treasuryProbes(ports),
    ...defiAndNews(ports),
  ]
}
