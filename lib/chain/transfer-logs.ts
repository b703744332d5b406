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
  const transfers = usdcTransfers(usdc, logs)
  const permits = expected.filter(({ method }) => method === "permit2")
  const isPaid = (permit: SignedTransfer) =>
    bySpender(transfers, permit) >= permits.filter((other) => saysTheSame(other, permit)).length
  const authorizations = expected.filter(({ method }) => method === "eip3009")
  return new Set([...authorized(transfers, authorizations), ...permits.filter(isPaid).map(authorizationKey)])
}

/** The same amount from the same payer to the same payee. */
export function saysTheSame(a: SignedTransfer, b: SignedTransfer): boolean {
  return sameAddress(a.from, b.from) && sameAddress(a.to, b.to) && a.value === b.value
}

/** A nonce may have been used for another payee or amount: what it moved must be what was signed. */
function authorized(transfers: readonly UsdcTransfer[], expected: readonly SignedTransfer[]): ReadonlySet<string> {
  const wanted = new Map(expected.map((transfer) => [authorizationKey(transfer), transfer]))
  const found = new Set<string>()
  for (const done of transfers) {
    if (done.by.kind !== "authorization") continue
    const key = authorizationKey({ method: "eip3009", from: done.by.authorizer, nonce: done.by.nonce })
    const transfer = wanted.get(key)
    if (transfer && pays(done, transfer)) found.add(key)
  }
  return found
}

/** How often x402's spender of Permit2 moved this amount from this payer to this payee. */
export function settledPermits(usdc: `0x${string}`, logs: readonly Log[], transfer: SignedTransfer): number {
  return bySpender(usdcTransfers(usdc, logs), transfer)
}

function bySpender(transfers: readonly UsdcTransfer[], transfer: SignedTransfer): number {
  return transfers.filter((done) => done.by.kind === "spender" && pays(done, transfer)).length
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
  return usdcTransfers(usdc, logs)
    .filter((done) => done.by.kind === "itself" && sameAddress(done.from, from) && sameAddress(done.to, to))
    .reduce((most, { value }) => (value > most ? value : most), 0n)
}

type UsdcTransfer = {
  readonly from: string
  readonly to: string
  readonly value: bigint
  /** Each transfer has one reason, so that it pays for one thing. */
  readonly by:
    | { readonly kind: "authorization"; readonly authorizer: `0x${string}`; readonly nonce: `0x${string}` }
    | { readonly kind: "spender" | "itself" }
}

const SETTLED = new Set<string | undefined>(["Settled()", "SettledWithPermit()"].map(toEventSelector))
export const AUTHORIZATION_USED = toEventSelector("AuthorizationUsed(address,bytes32)")
const TRANSFER = toEventSelector("Transfer(address,address,uint256)")

/** Read by hand, in a tenth of a general decoder's time: a batch of settlements has two for each payment. */
function usdcTransfers(usdc: `0x${string}`, logs: readonly Log[]): readonly UsdcTransfer[] {
  return logs.flatMap(({ address, topics: [event, from, to], data }, index): readonly UsdcTransfer[] => {
    if (event !== TRANSFER || from === undefined || to === undefined || data.length !== 66) return []
    if (!sameAddress(address, usdc)) return []
    const by = reasonOf(usdc, logs[index - 1], logs[index + 1])
    return [{ from: addressIn(from), to: addressIn(to), value: BigInt(data), by }]
  })
}

/**
 * The token announces the use of an authorization and in the next event what it moved (FiatToken, EIP3009.sol); the spender
 * of Permit2 announces at once what it has moved. A transfer further away, or on the other side, is somebody else's.
 */
function reasonOf(usdc: `0x${string}`, before: Log | undefined, after: Log | undefined): UsdcTransfer["by"] {
  const [event, authorizer, nonce] = before?.topics ?? []
  if (before && sameAddress(before.address, usdc) && event === AUTHORIZATION_USED && authorizer && nonce) {
    return { kind: "authorization", authorizer: addressIn(authorizer), nonce }
  }
  return { kind: isSettled(after) ? "spender" : "itself" }
}

function addressIn(topic: `0x${string}`): `0x${string}` {
  return `0x${topic.slice(26)}`
}

function isSettled(log: Log | undefined): boolean {
  return log !== undefined && sameAddress(log.address, EXACT_PERMIT2_PROXY) && SETTLED.has(log.topics[0])
}

function pays(done: UsdcTransfer, transfer: SignedTransfer): boolean {
  return sameAddress(done.from, transfer.from) && sameAddress(done.to, transfer.to) && done.value === transfer.value
}

export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
