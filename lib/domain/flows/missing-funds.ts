import type { EtfFlowDay } from "./etf-flow"

type Split = Pick<EtfFlowDay, "usdMByFund">

/** A fund is expected to report when it did so on one of this many days before. */
const REPORTED_WITHIN_DAYS = 10

/** Funds that have not reported and are expected to, by the days before it, oldest first. */
export function missingFunds({ usdMByFund }: Split, before: readonly Split[]): readonly string[] {
  const recent = before.slice(-REPORTED_WITHIN_DAYS)
  return Object.keys(usdMByFund).filter(
    (fund) => usdMByFund[fund] === null && recent.some((day) => (day.usdMByFund[fund] ?? null) !== null),
  )
}
