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

export function sumOfFunds({ usdMByFund }: Split): number {
  return Object.values(usdMByFund).reduce<number>((total, usdM) => total + (usdM ?? 0), 0)
}
