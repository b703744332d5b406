import { catalogue } from "@/lib/api/catalogue"
import type { Contract } from "@/lib/api/contract"

const contracts: readonly Contract[] = catalogue

/** The ids of all endpoints of this deployment. */
export const servedIds: ReadonlySet<string> = new Set(contracts.map(({ id }) => id))

/** What an answer costs, in atomic USDC as text; free endpoints are not among them. */
export const pricesById: Readonly<Record<string, string>> = Object.fromEntries(
  contracts.flatMap(({ id, price }) => (price === null ? [] : [[id, String(price)]])),
)

/** `null` when this deployment does not serve it. */
export function contractOf(id: string): Contract | null {
  return contracts.find((contract) => contract.id === id) ?? null
}
