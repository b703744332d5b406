import type { ListedSale } from "@/lib/x402/ledger/listings"

/** The newest sale of each resource that the facilitator of a catalogue was asked to settle, in alphabetical order. */
export function newestListings(sales: readonly ListedSale[]): readonly ListedSale[] {
  const newest = new Map(sales.map((sale) => [sale.resource, sale]))
  return [...newest.values()].toSorted((a, b) => (a.resource < b.resource ? -1 : 1))
}

/** Which sales went to a facilitator and why, one line a resource. */
export function listingLines(sales: readonly ListedSale[]): readonly string[] {
  if (sales.length === 0) return []
  const [first] = sales
  return [
    `sales for the catalogue of ${first?.host}, the last one of each resource:`,
    ...newestListings(sales).map(({ resource, askedMs, settledBy, reply, transaction }) => {
      const by = { facilitator: "settled there", own: "settled by us", nobody: "not settled" }[settledBy ?? "nobody"]
      const why = settledBy === "facilitator" ? "" : `, because the facilitator said: ${reply ?? "nothing"}`
      const state = settledBy === null ? "outcome not known yet" : by + why
      return `  ${new Date(askedMs).toISOString().slice(0, 10)}  ${resource}  ${state}  ${transaction ?? ""}`.trimEnd()
    }),
  ]
}
