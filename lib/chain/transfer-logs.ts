import { type Log, parseEventLogs, toEventSelector } from "viem"
import type { SignedTransfer } from "./authorization-digest"
import { EXACT_PERMIT2_PROXY } from "./permit2"
import { usdcAbi } from "./usdc-abi"

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
  const permits = expected.filter(({ method }) => method === "permit2")
  const isPaid = (permit: SignedTransfer) =>
    settledPermits(usdc, logs, permit) >= permits.filter((other) => saysTheSame(other, permit)).length
  const authorizations = expected.filter(({ method }) => method === "eip3009")
  return new Set([...authorized(usdc, logs, authorizations), ...permits.filter(isPaid).map(authorizationKey)])
}

/** The same amount from the same payer to the same payee. */
export function saysTheSame(a: SignedTransfer, b: SignedTransfer): boolean {
  return sameAddress(a.from, b.from) && sameAddress(a.to, b.to) && a.value === b.value
}

/**
 * `AuthorizationUsed` alone also stands for a cancelled or redirected authorization, so the transfer that follows it
 * must pay what was signed. The token emits the two next to each other (FiatToken EIP3009.sol).
 */
function authorized(
  usdc: `0x${string}`,
  logs: readonly Log[],
  expected: readonly SignedTransfer[],
): ReadonlySet<string> {
  const wanted = new Map(expected.map((transfer) => [authorizationKey(transfer), transfer]))
  const events = eventsOf(usdc, logs).filter(({ bySpender }) => !bySpender)
  const found = new Set<string>()
  for (const [index, { event }] of events.entries()) {
    if (event.eventName !== "AuthorizationUsed") continue
    const key = authorizationKey({ method: "eip3009", from: event.args.authorizer, nonce: event.args.nonce })
    const transfer = wanted.get(key)
    if (transfer && neighbours(events, index).some((other) => pays(other, transfer))) found.add(key)
  }
  return found
}

/** How often x402's spender of Permit2 moved this amount from this payer to this payee. */
export function settledPermits(usdc: `0x${string}`, logs: readonly Log[], transfer: SignedTransfer): number {
  return eventsOf(usdc, logs).filter((one) => one.bySpender && pays(one, transfer)).length
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
  const events = eventsOf(usdc, logs).filter(({ bySpender }) => !bySpender)
  const values = events.flatMap(({ event }, index) => {
    if (event.eventName !== "Transfer") return []
    if (!sameAddress(event.args.from, from) || !sameAddress(event.args.to, to)) return []
    const isAuthorized = neighbours(events, index).some(({ event }) => event.eventName === "AuthorizationUsed")
    return isAuthorized ? [] : [event.args.value]
  })
  return values.reduce((most, one) => (one > most ? one : most), 0n)
}

type UsdcEvent = {
  readonly event: ReturnType<typeof parseEventLogs<typeof usdcAbi>>[number]
  /** The spender announces at once what it has moved: nothing else in the transaction may claim the same transfer. */
  readonly bySpender: boolean
}

const SETTLED = new Set<string | undefined>(["Settled()", "SettledWithPermit()"].map(toEventSelector))

function eventsOf(usdc: `0x${string}`, logs: readonly Log[]): readonly UsdcEvent[] {
  return logs.flatMap((log, index): readonly UsdcEvent[] => {
    if (!sameAddress(log.address, usdc)) return []
    const [event] = parseEventLogs({ abi: usdcAbi, logs: [log] })
    return event ? [{ event, bySpender: event.eventName === "Transfer" && isSettled(logs[index + 1]) }] : []
  })
}

function isSettled(log: Log | undefined): boolean {
  return log !== undefined && sameAddress(log.address, EXACT_PERMIT2_PROXY) && SETTLED.has(log.topics[0])
}

function neighbours(events: readonly UsdcEvent[], index: number): readonly UsdcEvent[] {
  return [events[index + 1], events[index - 1]].filter((event) => event !== undefined)
}

function pays({ event }: UsdcEvent, transfer: SignedTransfer): boolean {
  return (
    event.eventName === "Transfer" &&
    sameAddress(event.args.from, transfer.from) &&
    sameAddress(event.args.to, transfer.to) &&
    event.args.value === transfer.value
  )
}

export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
