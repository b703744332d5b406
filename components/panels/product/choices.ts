import type { Choice } from "@/components/panels/panel"
import { endpointOf, type PanelProduct } from "./panel-product"
import { type ProductParams, queryOf } from "./product-of"

/**
 * The parameters to show first: of an unfinished payment, else of an owned answer. Pure.
 *
 * @param productIds unfinished and owned products, most important first: `yields?chain=Base`
 * @returns the parameters of the first product that the choices can express; `{}` (the defaults) if there is none
 */
export function preferredChoices(
  endpoint: string,
  choices: readonly Choice[],
  productIds: readonly string[],
): ProductParams {
  const asked = productIds
    .filter((id) => endpointOf(id) === endpoint)
    .map((id) => Object.fromEntries(new URLSearchParams(id.split("?")[1] ?? "")))
  return asked.find((params) => areValidChoices(choices, params)) ?? {}
}

/**
 * The choices in a URL query. Pure.
 *
 * @returns `null` if the query names none of them; unknown values are ignored
 */
export function choicesInQuery(query: Pick<URLSearchParams, "get">, choices: readonly Choice[]): ProductParams | null {
  const asked = choices.flatMap(({ param, options }) => {
    const option = options.find(({ value }) => value !== null && value === query.get(param))
    return option?.value == null ? [] : [[param, option.value] as const]
  })
  return asked.length === 0 ? null : Object.fromEntries(asked)
}

/** The query with the choices of one panel; other parameters are kept. Pure. */
export function queryWithChoices(query: string, choices: readonly Choice[], params: ProductParams): string {
  const own = new Set(choices.map(({ param }) => param))
  const others = [...new URLSearchParams(query)].filter(([name]) => !own.has(name))
  return queryOf({ ...Object.fromEntries(others), ...params })
}

function areValidChoices(choices: readonly Choice[], params: ProductParams): boolean {
  return Object.entries(params).every(([name, value]) =>
    choices.some(({ param, options }) => param === name && options.some((option) => option.value === value)),
  )
}

/**
 * The product with the chosen parameters. Parameters keep the order of the contract, so a product has one id on every
 * page. Pure.
 */
export function productWithChoices(
  product: PanelProduct,
  choices: readonly Choice[],
  params: ProductParams,
): PanelProduct {
  const chosen = choices.flatMap(({ param }) => (params[param] === undefined ? [] : [[param, params[param]]]))
  const query = queryOf(Object.fromEntries(chosen))
  return { ...product, id: `${product.id}${query}`, path: `${product.path}${query}` }
}
