/**
 * Net creations of spot funds on one US trading day, in millions of US dollars.
 *
 * `null` in `usdMByFund`: not reported, which differs from a reported zero. Until `isFinal` the total is a part of the
 * day only and must not be shown as its flow.
 */
export type EtfFlowDay = {
  readonly atMs: number
  readonly totalUsdM: number
  readonly usdMByFund: Readonly<Record<string, number | null>>
  readonly isFinal: boolean
}

type Split = Pick<EtfFlowDay, "usdMByFund">

/** A fund is expected to report when it did so on one of this many days before. */
const REPORTED_WITHIN_DAYS = 10

/** Whether every fund has reported that is expected to, by the days before it, oldest first. */
export function hasAllExpected({ usdMByFund }: Split, before: readonly Split[]): boolean {
  const recent = before.slice(-REPORTED_WITHIN_DAYS)
  const pending = Object.keys(usdMByFund).filter((fund) => usdMByFund[fund] === null)
  return pending.every((fund) => recent.every((day) => (day.usdMByFund[fund] ?? null) === null))
}

export function sumOfFunds({ usdMByFund }: Split): number {
  return Object.values(usdMByFund).reduce<number>((total, usdM) => total + (usdM ?? 0), 0)
}
