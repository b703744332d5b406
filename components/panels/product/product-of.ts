import { type PaidContract, underApi } from "@/lib/api/contract"
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import type { PanelProduct } from "./panel-product"

/** How long an answer counts as fresh, by the update interval of its inputs. */
const staleAfterMs: Readonly<Record<string, number>> = {
  signal: 15 * MINUTE_MS,
  risk: 15 * MINUTE_MS,
  context: HOUR_MS,
  odds: 15 * MINUTE_MS,
  market_overview: 15 * MINUTE_MS,
  market_etf: 12 * HOUR_MS,
  regime: 12 * HOUR_MS,
  geo_events: 30 * MINUTE_MS,
  geo_alert: 15 * MINUTE_MS,
  events: 6 * HOUR_MS,
  institutions: 24 * HOUR_MS,
  yields: 2 * HOUR_MS,
  defi_recommend: 2 * HOUR_MS,
  dex_alpha: 15 * MINUTE_MS,
}

/** `coin` and the other parameters of an endpoint. */
export type ProductParams = Readonly<Record<string, string>>

/** The URL of an answer: path parameters filled in, the others in the query. */
export function addressOf(path: string, params: ProductParams): string {
  const inPath = namesInPath(path, params)
  const filled = inPath.reduce((text, name) => text.replace(`{${name}}`, params[name] ?? ""), path)
  return `${underApi(filled)}${queryOf(queryParams(path, params))}`
}

/** The product of a contract with these parameters. Pure. */
export function productOf(
  contract: Pick<PaidContract, "id" | "path" | "price" | "title">,
  params: ProductParams = {},
): PanelProduct {
  const inPath = namesInPath(contract.path, params)
  return {
    id: [contract.id, ...inPath.map((name) => params[name])].join(":") + queryOf(queryParams(contract.path, params)),
    endpoint: contract.id,
    title: titleOf(contract, params),
    path: addressOf(contract.path, params),
    price: String(contract.price),
    staleAfterMs: staleAfterMs[contract.id] ?? HOUR_MS,
  }
}

function namesInPath(path: string, params: ProductParams): readonly string[] {
  return Object.keys(params).filter((name) => path.includes(`{${name}}`))
}

function queryParams(path: string, params: ProductParams): ProductParams {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !path.includes(`{${name}}`)))
}

/** `?hours=24`, or an empty string. */
export function queryOf(params: ProductParams): string {
  const query = new URLSearchParams(params).toString()
  return query === "" ? "" : `?${query}`
}

const coinTitles: Readonly<Record<string, string>> = {
  signal: "signal",
  risk: "risk plan",
  context: "context",
  odds: "odds",
}

function titleOf({ id, title }: Pick<PaidContract, "id" | "title">, { coin }: ProductParams): string {
  return coin === undefined ? title : `${coin} ${coinTitles[id] ?? title.toLowerCase()}`
}
