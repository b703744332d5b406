import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { PanelController, Payer } from "@/lib/client/panel/panel-parts"
import type { PanelState, PurchaseState } from "@/lib/client/panel/machine"
import { isOpen } from "@/lib/client/panel/machine"
import { dollars } from "@/lib/client/format/money"
import { totalOf } from "./total"

/** Progress or outcome of one part of a bundle. */
export type PartState =
  | "waiting"
  | "signing"
  | "paying"
  | "delivered"
  | "not-charged"
  | "declined"
  | "unknown"
  | "left-out"

export type Part = { readonly title: string; readonly price: string; readonly state: PartState }

/** Maps a finished purchase to the state of its part. */
export function partState(purchase: PurchaseState["kind"]): PartState {
  switch (purchase) {
    case "delivered":
      return "delivered"
    case "rejected":
      return "declined"
    case "unknown":
    case "settling":
    case "finishing":
    case "spent":
      return "unknown"
    case "refused":
    case "failed":
    case "wallet-failed":
    case "overtaken":
    case "unsent":
      return "not-charged"
    case "idle":
    case "cancelled":
    case "signing":
      return "left-out"
  }
}

/**
 * After a decline or an unconfirmed payment nothing more is signed. A failed part is not charged, so the others
 * continue.
 */
export function canContinue(state: PartState): boolean {
  return state === "delivered" || state === "not-charged"
}

/** One payment of a bundle, for one answer or for a brief. */
export type Buyable<T> = {
  readonly item: T
  readonly price: string
  readonly parts: readonly Pick<Part, "title" | "price">[]
}

/** A started purchase. Neither promise rejects. */
export type StartedPurchase = {
  /** The state after the wallet answered: `settling` when the payment was sent. */
  readonly signed: Promise<PurchaseState["kind"]>
  /** The final state. */
  readonly finished: Promise<PurchaseState["kind"]>
}

/**
 * Signs the payments one after another and waits for the answers in parallel. The first call of `begin` happens in the
 * caller's task, because wallets open only inside a click.
 *
 * @param report gets all parts after each change
 */
export async function runBundle<P extends Buyable<unknown>>(
  bundle: readonly P[],
  begin: (payment: P) => StartedPurchase,
  report: (parts: readonly Part[]) => void,
): Promise<readonly Part[]> {
  const states: PartState[] = bundle.map(() => "waiting")
  const currentParts = () => {
    return bundle.flatMap(({ parts }, index) => parts.map((part) => ({ ...part, state: states[index] ?? "waiting" })))
  }
  const set = (index: number, state: PartState) => {
    states[index] = state
    report(currentParts())
  }
  let open = true
  const rest = (index: number, kind: PurchaseState["kind"]) => {
    const state = partState(kind)
    set(index, state)
    open &&= canContinue(state)
  }
  const deliveries: Promise<void>[] = []
  for (const [index, payment] of bundle.entries()) {
    if (!open) {
      set(index, "left-out")
      continue
    }
    const { signed, finished } = begin(payment)
    set(index, "signing")
    const kind = await signed
    if (kind === "settling") {
      set(index, "paying")
      deliveries.push(finished.then((kind) => rest(index, kind)))
    } else rest(index, kind)
  }
  await Promise.all(deliveries)
  return currentParts()
}

/**
 * Starts a payment, in the same task. It is skipped when its price is not the price in the total, when the daily limit
 * is reached, or when the product was bought on its own, here or in another tab, since the click.
 */
export function startPayment({ item, price, purchaseAtPress }: PaymentToStart, payer: Payer): StartedPurchase {
  const { shownPrice, purchase } = item.get()
  const paying = shownPrice === price && purchase === purchaseAtPress ? item.pay(payer) : null
  if (paying === null || item.get().purchase.kind !== "signing") {
    return skippedPayment()
  }
  return { signed: untilSigned(item), finished: paying.then(() => item.get().purchase.kind) }
}

/** A payment that is not made: the session does not cover it, or it is no longer offered as it was shown. */
export function skippedPayment(): StartedPurchase {
  const leftOut = Promise.resolve("idle" as const)
  return { signed: leftOut, finished: leftOut }
}

type Payable = Pick<PanelController, "get" | "subscribe" | "pay">

type PaymentToStart = Pick<Buyable<Payable>, "item" | "price"> & {
  /** The purchase state at the click. A later change means that the product was bought on its own. */
  readonly purchaseAtPress: PurchaseState
}

/** Resolves with the first state that is not `signing`, which may be the present one. */
export function untilSigned({ get, subscribe }: ExternalStore<PanelState>): Promise<PurchaseState["kind"]> {
  return new Promise((resolve) => {
    const check = () => {
      const { kind } = get().purchase
      if (kind === "signing") return
      unsubscribe()
      resolve(kind)
    }
    const unsubscribe = subscribe(check)
    check()
  })
}

/**
 * Whether a panel can be signed now for the price it shows. `later`: its quote is loading. `no`: not on sale, another
 * price, or an unfinished payment, which its panel explains.
 *
 * @param isOffered false when the panel itself does not offer to pay
 */
export function signable({ quote, purchase, shownPrice }: PanelState, isOffered: boolean): "now" | "later" | "no" {
  if (!isOffered || !isOpen(purchase)) return "no"
  if (quote.kind === "none" || quote.kind === "loading") return "later"
  return quote.kind === "ready" && quote.quote.accepted.amount === shownPrice ? "now" : "no"
}

/** Progress or outcome of a bundle in words. */
export function bundleText(parts: readonly Part[]): string {
  const of = (...states: readonly PartState[]) => parts.filter(({ state }) => states.includes(state))
  const [[signing, ...more], paying, delivered] = [of("signing"), of("paying"), of("delivered")]
  if (more.length > 0) return `Signing once for ${more.length + 1} answers…`
  if (signing) return `Signing ${parts.indexOf(signing) + 1} of ${parts.length}: ${signing.title}…`
  if (paying.length > 0) return `Signed. ${delivered.length} of ${parts.length} delivered, waiting for the others…`
  const sentences = [`${delivered.length} of ${parts.length} delivered for ${dollars(totalOf(delivered))}.`]
  const names = (some: readonly Part[]) => some.map(({ title }) => title).join(", ")
  const failed = of("not-charged")
  const declined = of("declined")
  const unconfirmed = of("unknown")
  const leftOut = of("left-out", "waiting")
  if (failed.length > 0) sentences.push(`Not delivered and not charged: ${names(failed)}.`)
  if (declined.length > 0) sentences.push(`You declined ${names(declined)}.`)
  if (unconfirmed.length > 0) sentences.push(`Unconfirmed: ${names(unconfirmed)}. Get the answer in its panel.`)
  if (leftOut.length > 0) sentences.push(`Not signed: ${names(leftOut)}.`)
  return sentences.join(" ")
}
