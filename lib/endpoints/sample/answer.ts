import { fillPath, type PaidContract, type ResponseOf, underApi } from "@/lib/api/contract"
import { InvalidParamsError } from "@/lib/domain/errors"
import { COINS } from "@/lib/domain/market/coin"
import { versionKeyOf } from "@/lib/endpoints"
import { DAY_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import type { sampleContract } from "./contract"

/** The newest answer that was sold for one of these requests before a time. */
export type SoldBefore = (
  requests: readonly string[],
  beforeMs: number,
) => Promise<{ readonly request: string; readonly body: string; readonly soldAtMs: number } | null>

type SamplePorts = {
  readonly nowMs: number
  readonly soldBefore: SoldBefore
  readonly versions: () => Promise<{ readonly versions: Readonly<Record<string, { readonly changed_at: string }>> }>
}

/** A change of the data is noticed a little later than an answer can have it. */
const NOTICED_MS = MINUTE_MS

/**
 * A sold answer is free when it is a day old and older than the last change of what is on sale, because data that rarely changes
 * would be given away. Only requests that anybody would make are looked up: without parameters, or with those of the example. Others say what their buyer
 * thinks of.
 */
export async function getSample(
  { of }: { readonly of: string },
  contracts: readonly PaidContract[],
  { nowMs, soldBefore, versions }: SamplePorts,
): Promise<ResponseOf<typeof sampleContract>> {
  const found = contracts.flatMap((contract) =>
    coinsOf(contract).flatMap((params) => (fillPath(contract.path, params) === of ? [{ contract, params }] : [])),
  )
  const [match] = found
  if (match === undefined)
    throw new InvalidParamsError("invalid_query", { of: "must be a path of GET /api, such as /signal/BTC" })
  const { contract, params } = match
  const bare = `GET ${underApi(of)}`
  const request = `${bare}${exampleQuery(contract, params)}`
  const requests = [...new Set([bare, request])]
  const onSale = (await versions()).versions
  const changedMs = requests.map((url) => Date.parse(onSale[versionKeyOf(url.replace(/^GET /, ""))]?.changed_at ?? ""))
  // A resource without a version yet has nothing on sale to compare with.
  const isKnown = changedMs.every((ms) => !Number.isNaN(ms))
  const beforeMs = Math.min(nowMs - DAY_MS, ...changedMs.map((ms) => ms - NOTICED_MS))
  const sold = isKnown ? await soldBefore(requests, beforeMs) : null
  return {
    of,
    kind: sold === null ? "example" : "sold",
    sold_at: sold === null ? null : new Date(sold.soldAtMs).toISOString(),
    request: sold?.request ?? `GET ${underApi(fillPath(contract.path, contract.exampleParams))}`,
    answer:
      sold === null
        ? (contract.example as Record<string, unknown>)
        : (JSON.parse(sold.body) as Record<string, unknown>),
    timestamp: new Date(nowMs).toISOString(),
  }
}

function coinsOf({ path, exampleParams }: PaidContract): readonly Readonly<Record<string, string>>[] {
  return path.includes("{coin}") ? COINS.map((coin) => ({ ...exampleParams, coin })) : [exampleParams]
}

/** The parameters of the example in the canonical order, as a purchase names them. */
function exampleQuery({ queryParams }: PaidContract, params: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(params).filter(([name]) => name in queryParams.shape))
  query.sort()
  return query.size === 0 ? "" : `?${query.toString()}`
}
