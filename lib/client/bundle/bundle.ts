import type { PanelState, PurchaseState } from "@/lib/client/panel/machine"
import { isOpen } from "@/lib/client/panel/machine"
import { dollars } from "@/lib/client/format/money"

/** How one part of a bundle ended, or where it stands. */
export type PartState = "waiting" | "paying" | "delivered" | "not-charged" | "declined" | "unknown" | "left-out"

export type Part = { readonly title: string; readonly price: string; readonly state: PartState }

/** What a purchase that has come to rest means for its part. */
export function partState(purchase: PurchaseState["kind"]): PartState {
  switch (purchase) {
    case "delivered":
      return "delivered"
    case "rejected":
      return "declined"
    case "unknown":
    case "settling":
    case "spent":
      return "unknown"
    case "refused":
    case "failed":
    case "wallet-failed":
      return "not-charged"
    case "idle":
    case "signing":
      return "left-out"
  }
}

/** After a decline nobody is asked again; in doubt nothing more is signed. What failed is not charged, so others go on. */
export function goesOn(state: PartState): boolean {
  return state === "delivered" || state === "not-charged"
}

type Buyable<T> = { readonly item: T; readonly title: string; readonly price: string }

/**
 * Pays one part after the other. The first call of `pay` happens in the same task as this one.
 *
 * @param pay resolves with where the purchase came to rest; it never rejects
 * @param report is told all parts after each change
 */
export async function runBundle<T>(
  bundle: readonly Buyable<T>[],
  pay: (item: T) => Promise<PurchaseState["kind"]>,
  report: (parts: readonly Part[]) => void,
): Promise<readonly Part[]> {
  let parts: readonly Part[] = bundle.map(({ title, price }) => ({ title, price, state: "waiting" }))
  const set = (index: number, state: PartState) => {
    parts = parts.map((part, at) => (at === index ? { ...part, state } : part))
    report(parts)
  }
  let open = true
  for (const [index, { item }] of bundle.entries()) {
    if (!open) {
      set(index, "left-out")
      continue
    }
    set(index, "paying")
    const state = partState(await pay(item))
    set(index, state)
    open = goesOn(state)
  }
  return parts
}

export function totalOf(parts: readonly Pick<Part, "price">[]): bigint {
  return parts.reduce((sum, { price }) => sum + BigInt(price), 0n)
}

/** Whether this part can be signed now for exactly the price it shows. */
export function isSignable({ quote, purchase, shownPrice }: PanelState): boolean {
  return isOpen(purchase) && quote.kind === "ready" && quote.quote.accepted.amount === shownPrice
}

/** The account of a bundle, under way or done: what was delivered for how much, and what was not and why. */
export function bundleText(parts: readonly Part[]): string {
  const of = (...states: readonly PartState[]) => parts.filter(({ state }) => states.includes(state))
  const running = of("paying")[0]
  const delivered = of("delivered")
  if (running) return `Paying ${parts.indexOf(running) + 1} of ${parts.length}: ${running.title}…`
  const sentences = [`${delivered.length} of ${parts.length} delivered for ${dollars(totalOf(delivered))}.`]
  const names = (some: readonly Part[]) => some.map(({ title }) => title).join(", ")
  const failed = of("not-charged")
  const declined = of("declined")
  const doubtful = of("unknown")
  const leftOut = of("left-out", "waiting")
  if (failed.length > 0) sentences.push(`Not delivered and not charged: ${names(failed)}.`)
  if (declined.length > 0) sentences.push(`You declined ${names(declined)}.`)
  if (doubtful.length > 0) sentences.push(`Not known yet: ${names(doubtful)}; resume it in its panel.`)
  if (leftOut.length > 0) sentences.push(`Not signed: ${names(leftOut)}.`)
  return sentences.join(" ")
}
