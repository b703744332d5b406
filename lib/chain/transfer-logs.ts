import { type Log, toEventSelector } from "viem"
import type { UnsignedAuthorization } from "./authorization"

/** `payer/nonce`, the identity of an authorization within one token. */
export function authorizationKey(transfer: Pick<UnsignedAuthorization, "from" | "nonce">): string {
  return `${transfer.from}/${transfer.nonce}`.toLowerCase()
}

/**
 * The keys of the expected authorizations that were paid as signed, by the logs of one transaction. A nonce may have
 * been used for another payee or amount, so the transfer is compared with the signed authorization.
 */
export function transfersIn(
  usdc: `0x${string}`,
  logs: readonly Log[],
  expected: readonly UnsignedAuthorization[],
): ReadonlySet<string> {
  const wanted = new Map(expected.map((transfer) => [authorizationKey(transfer), transfer]))
  const found = new Set<string>()
  for (const done of usdcTransfers(usdc, logs)) {
    if (done.by.kind !== "authorization") continue
    const key = authorizationKey({ from: done.by.authorizer, nonce: done.by.nonce })
    const transfer = wanted.get(key)
    if (transfer && pays(done, transfer)) found.add(key)
  }
  return found
}

/**
 * Amounts of the plain transfers from payer to payee, in their order, without those of zero. A transfer by authorization
 * does not count: it pays under its own nonce.
 */
export function plainTransfersIn(
  usdc: `0x${string}`,
  logs: readonly Log[],
  { from, to }: { readonly from: `0x${string}`; readonly to: `0x${string}` },
): readonly bigint[] {
  return usdcTransfers(usdc, logs)
    .filter((done) => done.by.kind === "itself" && sameAddress(done.from, from) && sameAddress(done.to, to))
    .map(({ value }) => value)
    .filter((value) => value > 0n)
}

type UsdcTransfer = {
  readonly from: string
  readonly to: string
  readonly value: bigint
  /** Each transfer event is matched with one authorization, so that it pays for one thing. */
  readonly by:
    | { readonly kind: "authorization"; readonly authorizer: `0x${string}`; readonly nonce: `0x${string}` }
    | { readonly kind: "itself" }
}

export const AUTHORIZATION_USED = toEventSelector("AuthorizationUsed(address,bytes32)")
const TRANSFER = toEventSelector("Transfer(address,address,uint256)")

/** Decoded by hand in a tenth of the time of a general decoder: a batch has two events for each payment. */
function usdcTransfers(usdc: `0x${string}`, logs: readonly Log[]): readonly UsdcTransfer[] {
  return logs.flatMap(({ address, topics: [event, from, to], data }, index): readonly UsdcTransfer[] => {
    if (event !== TRANSFER || from === undefined || to === undefined || data.length !== 66) return []
    if (!sameAddress(address, usdc)) return []
    const by = reasonOf(usdc, logs[index - 1])
    return [{ from: addressIn(from), to: addressIn(to), value: BigInt(data), by }]
  })
}

/** The token emits `AuthorizationUsed` directly before the `Transfer` that it causes (FiatToken, EIP3009.sol). */
function reasonOf(usdc: `0x${string}`, before: Log | undefined): UsdcTransfer["by"] {
  const [event, authorizer, nonce] = before?.topics ?? []
  if (before && sameAddress(before.address, usdc) && event === AUTHORIZATION_USED && authorizer && nonce) {
    return { kind: "authorization", authorizer: addressIn(authorizer), nonce }
  }
  return { kind: "itself" }
}

function addressIn(topic: `0x${string}`): `0x${string}` {
  return `0x${topic.slice(26)}`
}

function pays(done: UsdcTransfer, transfer: UnsignedAuthorization): boolean {
  return sameAddress(done.from, transfer.from) && sameAddress(done.to, transfer.to) && done.value === transfer.value
}

export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
