import { type Log, toEventSelector } from "viem"
import type { SignedTransfer } from "./authorization-digest"
import { EXACT_PERMIT2_PROXY } from "./permit2"

/** `method/payer/nonce`, the identity of an authorization within one token: each method spends nonces of its own. */
export function authorizationKey(transfer: Pick<SignedTransfer, "method" | "from" | "nonce">): string {
  return `${transfer.method}/${transfer.from}/${transfer.nonce}`.toLowerCase()
}

/**
 * Of what was sent in one transaction of ours, what was paid as signed.
 *
 * Permits that say the same but for their nonce cannot be told apart in a receipt; where not all of them were paid, none
 * counts. So they travel apart.
 */
export function transfersIn(
  usdc: `0x${string}`,
  logs: readonly Log[],
  expected: readonly SignedTransfer[],
): ReadonlySet<string> {
  const events = eventsOf(usdc, logs)
  const permits = expected.filter(({ method }) => method === "permit2")
  const isPaid = (permit: SignedTransfer) =>
    bySpender(events, permit) >= permits.filter((other) => saysTheSame(other, permit)).length
  const authorizations = expected.filter(({ method }) => method === "eip3009")
  return new Set([...authorized(events, authorizations), ...permits.filter(isPaid).map(authorizationKey)])
}

/** The same amount from the same payer to the same payee. */
export function saysTheSame(a: SignedTransfer, b: SignedTransfer): boolean {
  return sameAddress(a.from, b.from) && sameAddress(a.to, b.to) && a.value === b.value
}

/**
 * `AuthorizationUsed` alone also stands for a cancelled or redirected authorization, so the transfer that follows it
 * must pay what was signed. The token emits the two next to each other (FiatToken EIP3009.sol).
 */
function authorized(all: readonly UsdcEvent[], expected: readonly SignedTransfer[]): ReadonlySet<string> {
  const wanted = new Map(expected.map((transfer) => [authorizationKey(transfer), transfer]))
  const events = all.filter(isByItself)
  const found = new Set<string>()
  for (const [index, event] of events.entries()) {
    if (event.name !== "AuthorizationUsed") continue
    const key = authorizationKey({ method: "eip3009", from: event.authorizer, nonce: event.nonce })
    const transfer = wanted.get(key)
    if (transfer && neighbours(events, index).some((other) => pays(other, transfer))) found.add(key)
  }
  return found
}

/** How often x402's spender of Permit2 moved this amount from this payer to this payee. */
export function settledPermits(usdc: `0x${string}`, logs: readonly Log[], transfer: SignedTransfer): number {
  return bySpender(eventsOf(usdc, logs), transfer)
}

function bySpender(events: readonly UsdcEvent[], transfer: SignedTransfer): number {
  return events.filter((event) => !isByItself(event) && pays(event, transfer)).length
}

/**
 * The most that one transfer moves from payer to payee by itself; 0: none. An authorization and a permit are sold under
 * their own nonce.
 */
export function largestPlainTransfer(
  usdc: `0x${string}`,
  logs: readonly Log[],
  { from, to }: { readonly from: `0x${string}`; readonly to: `0x${string}` },
): bigint {
  const events = eventsOf(usdc, logs).filter(isByItself)
  const values = events.flatMap((event, index) => {
    if (event.name !== "Transfer") return []
    if (!sameAddress(event.from, from) || !sameAddress(event.to, to)) return []
    const isAuthorized = neighbours(events, index).some(({ name }) => name === "AuthorizationUsed")
    return isAuthorized ? [] : [event.value]
  })
  return values.reduce((most, one) => (one > most ? one : most), 0n)
}

type UsdcEvent =
  | { readonly name: "AuthorizationUsed"; readonly authorizer: `0x${string}`; readonly nonce: `0x${string}` }
  | {
      readonly name: "Transfer"
      readonly from: string
      readonly to: string
      readonly value: bigint
      /** The spender announces at once what it has moved: nothing else in the transaction may claim the same transfer. */
      readonly bySpender: boolean
    }

const SETTLED = new Set<string | undefined>(["Settled()", "SettledWithPermit()"].map(toEventSelector))
const AUTHORIZATION_USED = toEventSelector("AuthorizationUsed(address,bytes32)")
const TRANSFER = toEventSelector("Transfer(address,address,uint256)")

/** Read by hand, in a tenth of a general decoder's time: a batch of settlements has two for each payment. */
function eventsOf(usdc: `0x${string}`, logs: readonly Log[]): readonly UsdcEvent[] {
  return logs.flatMap(({ address, topics: [event, first, second], data }, index): readonly UsdcEvent[] => {
    if (!sameAddress(address, usdc) || first === undefined || second === undefined) return []
    if (event === AUTHORIZATION_USED) {
      return [{ name: "AuthorizationUsed", authorizer: addressIn(first), nonce: second }]
    }
    if (event !== TRANSFER || data.length !== 66) return []
    const parties = { from: addressIn(first), to: addressIn(second) }
    return [{ name: "Transfer", ...parties, value: BigInt(data), bySpender: isSettled(logs[index + 1]) }]
  })
}

function addressIn(topic: `0x${string}`): `0x${string}` {
  return `0x${topic.slice(26)}`
}

function isByItself(event: UsdcEvent): boolean {
  return event.name === "AuthorizationUsed" || !event.bySpender
}

function isSettled(log: Log | undefined): boolean {
  return log !== undefined && sameAddress(log.address, EXACT_PERMIT2_PROXY) && SETTLED.has(log.topics[0])
}

function neighbours(events: readonly UsdcEvent[], index: number): readonly UsdcEvent[] {
  return [events[index + 1], events[index - 1]].filter((event) => event !== undefined)
}

function pays(event: UsdcEvent, transfer: SignedTransfer): boolean {
  return (
    event.name === "Transfer" &&
    sameAddress(event.from, transfer.from) &&
    sameAddress(event.to, transfer.to) &&
    event.value === transfer.value
  )
}

export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
