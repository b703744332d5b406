import { type PaidContract, underApi } from "@/lib/api/contract"
import type { Panel } from "@/components/panels/panel"
import { hrefOf, type PanelProduct } from "./panel-product"

/** What a product is made of. Plain data, created on the server. */
export type Sold = Pick<PaidContract, "id" | "path" | "price" | "title"> &
  Pick<Panel, "screen" | "coinTitle" | "staleAfterMs" | "maxInputAgeMs">

/** `coin` and the other parameters of an endpoint. */
export type ProductParams = Readonly<Record<string, string>>

/** The URL of an answer: path parameters filled in, the others in the query. */
export function addressOf(path: string, params: ProductParams): string {
  const inPath = namesInPath(path, params)
  const filled = inPath.reduce((text, name) => text.replace(`{${name}}`, params[name] ?? ""), path)
  return `${underApi(filled)}${queryOf(queryParams(path, params))}`
}

/** The product of an endpoint with these parameters. Pure. */
export function productOf(sold: Sold, params: ProductParams = {}): PanelProduct {
  const { path, maxInputAgeMs } = sold
  const inPath = namesInPath(path, params)
  const id = [sold.id, ...inPath.map((name) => params[name])].join(":") + queryOf(queryParams(path, params))
  return {
    id,
    endpoint: sold.id,
    title: titleOf(sold, params),
    path: addressOf(path, params),
    price: String(sold.price),
    staleAfterMs: sold.staleAfterMs,
    href: hrefOf(sold.screen, id),
    ...(maxInputAgeMs !== undefined && { maxInputAgeMs }),
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

function titleOf({ title, coinTitle }: Sold, { coin }: ProductParams): string {
  return coin === undefined ? title : `${coin} ${coinTitle ?? title.toLowerCase()}`
}
