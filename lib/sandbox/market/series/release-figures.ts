import { noiseAt, smoothAt, streamOf } from "@/lib/sandbox/market/random"
import type { Release, ReleaseKey } from "./us-releases"

/** One number of a release, with its name in traders' calendars. */
type Measure = {
  readonly title: string
  readonly impact: "High" | "Medium" | "Low"
  /** Usual value, how far it moves, and how it is written; without a unit it has no value. */
  readonly usual: number
  readonly spread: number
  readonly digits: number
  readonly unit: "%" | "K" | "M" | "" | null
  /** Hours after the release's own. */
  readonly later?: number
}

/** A measure at one release; empty text: not known. */
export type Figure = {
  readonly title: string
  readonly impact: Measure["impact"]
  readonly later: number
  readonly forecast: string
  readonly previous: string
}

const number = (title: string, impact: Measure["impact"], usual: number, spread: number, unit: Measure["unit"]) => ({
  title,
  impact,
  usual,
  spread,
  unit,
  digits: unit === "K" ? 0 : unit === "M" ? 2 : 1,
})
const words = (title: string, impact: Measure["impact"], later = 0) => ({
  ...number(title, impact, 0, 0, null),
  later,
})

const measures: Readonly<Record<ReleaseKey, readonly Measure[]>> = {
  nfp: [
    number("Non-Farm Employment Change", "High", 140, 70, "K"),
    number("Unemployment Rate", "High", 4.2, 0.15, "%"),
  ],
  adp: [number("ADP Non-Farm Employment Change", "High", 110, 60, "K")],
  cpi: [
    number("Core CPI m/m", "High", 0.3, 0.1, "%"),
    number("CPI m/m", "High", 0.3, 0.15, "%"),
    number("CPI y/y", "High", 2.8, 0.25, "%"),
  ],
  ppi: [number("Core PPI m/m", "High", 0.2, 0.2, "%"), number("PPI m/m", "High", 0.2, 0.25, "%")],
  retail: [number("Core Retail Sales m/m", "High", 0.3, 0.4, "%"), number("Retail Sales m/m", "High", 0.3, 0.5, "%")],
  claims: [number("Unemployment Claims", "High", 226, 10, "K")],
  jolts: [number("JOLTS Job Openings", "High", 7.4, 0.25, "M")],
  gdp: [number("GDP q/q", "High", 2.1, 0.8, "%")],
  pce: [
    number("Core PCE Price Index m/m", "High", 0.2, 0.1, "%"),
    number("Personal Spending m/m", "Low", 0.4, 0.2, "%"),
  ],
  ismManufacturing: [number("ISM Manufacturing PMI", "High", 49.2, 1.4, "")],
  ismServices: [number("ISM Services PMI", "High", 52.4, 1.4, "")],
  industrial: [number("Industrial Production m/m", "Low", 0.1, 0.4, "%")],
  fomc: [
    { ...number("Federal Funds Rate", "High", 3.75, 1, "%"), digits: 2 },
    words("FOMC Statement", "High"),
    words("FOMC Press Conference", "High", 0.5),
  ],
  minutes: [words("FOMC Meeting Minutes", "High")],
  beige: [words("Beige Book", "Low")],
}

/** The figures of a coming release: always the previous number, and a forecast when the release is near. */
export function figuresOf(seed: number, { key, index }: Release, isNear: boolean): readonly Figure[] {
  return measures[key].map((measure) => {
    // A small negative is written as plain zero.
    const write = (value: number) => `${value.toFixed(measure.digits).replace(/^-(?=[0.]+$)/, "")}${measure.unit ?? ""}`
    const hasValue = measure.unit !== null
    return {
      title: measure.title,
      impact: measure.impact,
      later: measure.later ?? 0,
      forecast: hasValue && isNear ? write(expected(seed, measure, index)) : "",
      previous: hasValue ? write(actual(seed, measure, index - 1)) : "",
    }
  })
}

/** What a release publishes, as it is written: a percentage, or thousands of jobs. */
export function publishedValue(seed: number, { key, index }: Pick<Release, "key" | "index">, title: string): number {
  const measure = measures[key].find((each) => each.title === title)
  if (measure === undefined) throw new Error(`${key} has no ${title}.`)
  return Number(actual(seed, measure, index).toFixed(measure.digits))
}

function actual(seed: number, { title, usual, spread }: Measure, index: number): number {
  const stream = streamOf(seed, `release/${title}`)
  // Interest rates move in quarters of a point, and slowly.
  if (title === "Federal Funds Rate") return Math.round(4 * (usual + spread * smoothAt(stream, index / 18))) / 4
  return usual + spread * noiseAt(stream, index)
}

/** The forecast: the usual value and a part of the surprise. */
function expected(seed: number, measure: Measure, index: number): number {
  const value = actual(seed, measure, index)
  return measure.title === "Federal Funds Rate" ? value : measure.usual + 0.5 * (value - measure.usual)
}
