import measured from "./odds-errors.json" with { type: "json" }

/** How far stated odds of levels were off on closes after the fit. Written by `npm run odds-errors`. */
export type OddsErrors = {
  readonly measuredOn: {
    readonly coins: readonly string[]
    readonly from: string
    readonly until: string
    readonly note: string
  }
  readonly cells: readonly OddsCell[]
}

/** Levels on one side with stated touch odds from `low` to `high`, within about these hours. */
export type OddsCell = {
  readonly hours: number
  readonly side: string
  readonly low: number
  readonly high: number
  readonly n: number
  readonly touchError: number
  readonly closeError: number
}

const { cells }: OddsErrors = measured

export const measuredOn: OddsErrors["measuredOn"] = measured.measuredOn

/** The cell with the nearest horizon; `null` where too few levels were measured. */
export function oddsCellOf(level: {
  readonly hours: number
  readonly side: "above" | "below"
  readonly touch: number
}): OddsCell | null {
  const away = ({ hours }: OddsCell) => Math.abs(Math.log(hours / level.hours))
  const [nearest] = cells.toSorted((a, b) => away(a) - away(b))
  const isOf = ({ hours, side, low, high }: OddsCell) =>
    hours === nearest?.hours && side === level.side && level.touch >= low && (level.touch < high || high === 1)
  return cells.find(isOf) ?? null
}
