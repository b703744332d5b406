import { parseAbi, toFunctionSelector, type Log, toEventSelector } from "viem"
import type { Call } from "./multicall"
import type { Authorization, UnsignedAuthorization } from "./authorization"
import { bytesWords, hexWord, numberWord, WORD } from "./words"

/** The part of Circle's FiatToken v2.2 that is used here (EIP-20, EIP-3009 with `bytes` signatures). */
export const usdcAbi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
])

/** Hashed once, not for every payment. */
const TRANSFER_METHOD = toFunctionSelector(
  "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
)
const STATE_METHOD = toFunctionSelector("authorizationState(address,bytes32)")
const BALANCE_METHOD = toFunctionSelector("balanceOf(address)")
/** Offset of the signature in bytes: it follows its own offset, which is the seventh word. */
const SIGNATURE_AT = numberWord((7 * WORD) / 2)

/** The call that moves the money. */
export function transferCall(usdc: `0x${string}`, proof: Authorization): Call {
  return [
    usdc,
    `${TRANSFER_METHOD}${[
      hexWord(proof.from),
      hexWord(proof.to),
      numberWord(proof.value),
      numberWord(proof.validAfterS),
      numberWord(proof.validBeforeS),
      hexWord(proof.nonce),
      SIGNATURE_AT,
      bytesWords(proof.signature),
    ].join("")}`,
  ]
}

/** The call that reads whether the nonce was used or cancelled: it returns 1 in both cases. */
export function authorizationStateCall(
  usdc: `0x${string}`,
  { from, nonce }: Pick<UnsignedAuthorization, "from" | "nonce">,
): Call {
  return [usdc, `${STATE_METHOD}${hexWord(from)}${hexWord(nonce)}`]
}

/** The call that reads the balance of an account. */
export function balanceCall(usdc: `0x${string}`, payer: `0x${string}`): Call {
  return [usdc, `${BALANCE_METHOD}${hexWord(payer)}`]
}

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
const TRANSFER_EVENT = toEventSelector("Transfer(address,address,uint256)")

/** Decoded by hand in a tenth of the time of a general decoder: a batch has two events for each payment. */
function usdcTransfers(usdc: `0x${string}`, logs: readonly Log[]): readonly UsdcTransfer[] {
  return logs.flatMap(({ address, topics: [event, from, to], data }, index): readonly UsdcTransfer[] => {
    if (event !== TRANSFER_EVENT || from === undefined || to === undefined || data.length !== 66) return []
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
