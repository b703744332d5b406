import { catalogue } from "@/lib/endpoints/catalogue"
import type { Contract } from "@/lib/api/contract"

const contracts: readonly Contract[] = catalogue

/** The ids of all endpoints of this deployment. */
export const servedIds: ReadonlySet<string> = new Set(contracts.map(({ id }) => id))

/** The price of each paid endpoint by id, in atomic USDC as text. */
export const pricesById: Readonly<Record<string, string>> = Object.fromEntries(
  contracts.flatMap(({ id, price }) => (price === null ? [] : [[id, String(price)]])),
)

/** `null` if this deployment does not serve the endpoint. */
export function contractOf(id: string): Contract | null {
  return contracts.find((contract) => contract.id === id) ?? null
}
