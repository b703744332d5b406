import type { Ledger } from "@/lib/ledger/ledger"
import { type Authorization, type Payment, paymentId } from "@/lib/ledger/payment"
import { base64, newPayer, payloadV2, PRICE, terms } from "@/lib/testing/payments/fixtures"
import { authorizeNow, type PaymentWorld } from "@/lib/testing/payments/world"
import type { Seen } from "./process"

/** Payers with one good proof each, every second of them a permit, and what they have seen so far. */
export type Crowd = {
  readonly authorizations: readonly Authorization[]
  /** Values of `PAYMENT-SIGNATURE`. */
  readonly headers: readonly string[]
  readonly sightings: Seen[]
  readonly incomeBefore: bigint
}

export async function gatherCrowd(world: PaymentWorld, size: number): Promise<Crowd> {
  const payers = Array.from({ length: size }, () => newPayer())
  await world.mint(...payers.map(({ address }) => address))
  const methodOf = (index: number) => (index % 2 === 0 ? "eip3009" : "permit2")
  await Promise.all(payers.filter((_, index) => methodOf(index) === "permit2").map((payer) => world.approve(payer)))
  const authorizations = await Promise.all(
    payers.map((payer, index) => authorizeNow(payer, { method: methodOf(index) })),
  )
  const headers = authorizations.map((authorization) => base64(payloadV2(authorization)))
  return { authorizations, headers, sightings: [], incomeBefore: await world.balanceOf(terms.payTo) }
}

/** The payers who have not got what they paid for. */
export function waitingIn({ headers, sightings }: Crowd): readonly number[] {
  const isServed = (index: number) => sightings.some((one) => one.index === index && one.kind === "delivered")
  return headers.map((_, index) => index).filter((index) => !isServed(index))
}

/** What does not add up between chain, ledger and payers, in words. */
export async function audit(world: PaymentWorld, crowd: Crowd, ledger: Ledger): Promise<readonly string[]> {
  const { authorizations, sightings, incomeBefore } = crowd
  const rows = await Promise.all(
    authorizations.map((authorization) => ledger.find(paymentId({ ...terms, authorization }))),
  )
  const used = await Promise.all(authorizations.map(async (one) => (await world.usdcChain.preflight(one)).used))
  const open = await ledger.pendingTransactions(world.account.address)
  const income = (await world.balanceOf(terms.payTo)) - incomeBefore
  return [
    ...authorizations.flatMap((_, index) => faultsOf(index, sightings, rows[index] ?? null, used[index] ?? false)),
    ...(income === PRICE * BigInt(authorizations.length)
      ? []
      : [`${income} units came in from ${authorizations.length} payers.`]),
    ...(open.length === 0 ? [] : [`${open.length} transactions are still open.`]),
  ]
}

/** Paid is delivered, once, in the same words, by the transaction that the ledger names. */
function faultsOf(index: number, sightings: readonly Seen[], row: Payment | null, used: boolean): string[] {
  const own = sightings.filter((one) => one.index === index)
  const delivered = own.filter(({ kind }) => kind === "delivered")
  const bodies = new Set(delivered.map(({ body }) => body))
  const refused = own.filter(({ kind }) => kind === "refused")
  return [
    ...(delivered.length === 0 ? [`Payer ${index} was never served: ${own.map(({ kind }) => kind).join(", ")}.`] : []),
    ...(used ? [] : [`Payer ${index} did not pay.`]),
    ...(bodies.size > 1 ? [`Payer ${index} got different answers.`] : []),
    ...(refused.length > 0 ? [`Payer ${index}, whose proof is good, was refused.`] : []),
    ...(row?.state === "settled" ? [] : [`The row of payer ${index} is ${row?.state ?? "gone"}.`]),
    ...(delivered.every(({ body, transaction }) => body === row?.answer?.body && transaction === row?.transaction)
      ? []
      : [`The row of payer ${index} is not what was delivered.`]),
  ]
}
