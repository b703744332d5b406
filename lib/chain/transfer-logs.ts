import { type Log, parseEventLogs } from "viem"
import type { SignedTransfer } from "./authorization-digest"
import { usdcAbi } from "./usdc-abi"

/** `payer/nonce`, the identity of an authorization within one token. */
export function authorizationKey(transfer: Pick<SignedTransfer, "from" | "nonce">): string {
  return `${transfer.from}/${transfer.nonce}`.toLowerCase()
}

/**
 * `AuthorizationUsed` alone also stands for a cancelled or redirected authorization, so the transfer that follows it
 * must pay what was signed. The token emits the two next to each other (FiatToken EIP3009.sol).
 */
export function transfersIn(
  usdc: `0x${string}`,
  logs: readonly Log[],
  expected: readonly SignedTransfer[],
): ReadonlySet<string> {
  const wanted = new Map(expected.map((transfer) => [authorizationKey(transfer), transfer]))
  const events = eventsOf(usdc, logs)
  const found = new Set<string>()
  for (const [index, event] of events.entries()) {
    if (event.eventName !== "AuthorizationUsed") continue
    const key = authorizationKey({ from: event.args.authorizer, nonce: event.args.nonce })
    const transfer = wanted.get(key)
    if (transfer && neighbours(events, index).some((other) => pays(other, transfer))) found.add(key)
  }
  return found
}

/** The most that one transfer moves from payer to payee by itself; 0: none. An authorization is sold under its own nonce. */
export function largestPlainTransfer(
  usdc: `0x${string}`,
  logs: readonly Log[],
  { from, to }: { readonly from: `0x${string}`; readonly to: `0x${string}` },
): bigint {
  const events = eventsOf(usdc, logs)
  const values = events.flatMap((event, index) => {
    if (event.eventName !== "Transfer") return []
    if (!sameAddress(event.args.from, from) || !sameAddress(event.args.to, to)) return []
    const isAuthorized = neighbours(events, index).some(({ eventName }) => eventName === "AuthorizationUsed")
    return isAuthorized ? [] : [event.args.value]
  })
  return values.reduce((most, one) => (one > most ? one : most), 0n)
}

type UsdcEvent = ReturnType<typeof parseEventLogs<typeof usdcAbi>>[number]

function eventsOf(usdc: `0x${string}`, logs: readonly Log[]): readonly UsdcEvent[] {
  return parseEventLogs({ abi: usdcAbi, logs: logs.filter((log) => sameAddress(log.address, usdc)) })
}

function neighbours(events: readonly UsdcEvent[], index: number): readonly UsdcEvent[] {
  return [events[index + 1], events[index - 1]].filter((event) => event !== undefined)
}

function pays(event: UsdcEvent, transfer: SignedTransfer): boolean {
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
