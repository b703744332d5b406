import { endpointOf, type PanelProduct } from "./panel-product"
import { type ProductParams, queryOf } from "./product-of"

/** One thing that a question leaves open: a parameter of the query. */
export type Choice = {
  /** What is chosen: `Risk profile`. */
  readonly label: string
  readonly param: string
  /** `null`: what is meant where nobody says, so the parameter is left out. One of them is. */
  readonly options: readonly { readonly name: string; readonly value: string | null }[]
}

/**
 * The question to show first: one whose payment is in doubt, then one whose answer is held. Pure.
 *
 * @param productIds of what is in doubt or held, what matters most first: `yields?chain=Base`
 * @returns what was chosen for it; `{}`, which means what nobody chose, when none of them can be asked by these choices
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
 * What a page's address asks of these choices. Pure.
 *
 * @returns `null` where it names none of them; a value that is not among the options is passed over
 */
export function choicesInQuery(query: Pick<URLSearchParams, "get">, choices: readonly Choice[]): ProductParams | null {
  const asked = choices.flatMap(({ param, options }) => {
    const option = options.find(({ value }) => value !== null && value === query.get(param))
    return option?.value == null ? [] : [[param, option.value] as const]
  })
  return asked.length === 0 ? null : Object.fromEntries(asked)
}

/** A page's query with what was chosen in one of its panels, and all else as it was. Pure. */
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
 * The same thing for sale, as it answers this question. Parameters stand in the order of the choices, which is the
 * contract's: a question has one name wherever it is asked. Pure.
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
