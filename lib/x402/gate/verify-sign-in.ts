import { hashMessage } from "viem"
import { normalizeSignature, recoverSigner } from "@/lib/x402/chain/crypto"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import { AppError } from "@/lib/domain/errors"
import { lowerHex } from "@/lib/domain/lower-hex"
import type { SignIns } from "@/lib/x402/ledger/redelivery-stores"
import type { PaymentTerms } from "@/lib/x402/wire/requirements"
import { checkSignIn, MAX_SIGN_IN_AGE_MS, type SignIn, signInText } from "@/lib/x402/wire/sign-in"
import type { SignInReason } from "@/lib/x402/wire/sign-in-reason"

/** `nothing`: the wallet's key signed, and this wallet has bought nothing. The sign-in stays unused. */
export type SignInResult<T> =
  | { readonly kind: "verified"; readonly address: `0x${string}`; readonly found: T }
  | { readonly kind: "nothing"; readonly address: `0x${string}` }
  | { readonly kind: "refused"; readonly reason: SignInReason }

/**
 * Checks a signed message for one URL and uses its nonce.
 *
 * @param find returns what the wallet may receive; `null` for nothing
 * @throws when the service fails
 */
export type VerifySignIn = <T>(
  signIn: SignIn,
  target: { readonly url: string },
  find: (address: `0x${string}`) => Promise<T | null>,
) => Promise<SignInResult<T>>

export type VerifySignInOptions = {
  readonly signIns: Pick<SignIns, "useNonce">
  readonly chain: Pick<UsdcChain, "isValidSignature">
  readonly terms: PaymentTerms
  readonly clock: Clock
}

/**
 * Checks the message's fields, then the wallet's key, then `find`. The wallet's contract (ERC-1271) is asked only for a wallet
 * for which there is something, so other requests cost the node nothing and reveal nothing about buyers.
 */
export function createVerifySignIn({ signIns, chain, terms, clock }: VerifySignInOptions): VerifySignIn {
  async function isByContract(signIn: SignIn, address: `0x${string}`, digest: `0x${string}`): Promise<boolean> {
    try {
      return await chain.isValidSignature(address, digest, signIn.signature)
    } catch (cause) {
      throw new WalletUnreachableError(cause)
    }
  }

  return async function verifySignIn(signIn, target, find) {
    const reason = checkSignIn(signIn, target, terms, clock())
    if (reason !== null) return refused(reason)
    const address = lowerHex(signIn.address)
    const digest = hashMessage(signInText(signIn))
    const isByKey = recoverSigner(digest, normalizeSignature(lowerHex(signIn.signature))) === address
    const found = await find(address)
    if (found === null) return isByKey ? { kind: "nothing", address } : refused("invalid_siwx_signature")
    if (!isByKey && !(await isByContract(signIn, address, digest))) return refused("invalid_siwx_signature")
    const untilMs = Date.parse(signIn.issuedAt) + MAX_SIGN_IN_AGE_MS
    if (!(await signIns.useNonce(address, signIn.nonce, untilMs, clock()))) return refused("invalid_siwx_nonce")
    return { kind: "verified", address, found }
  }
}

function refused(reason: SignInReason) {
  return { kind: "refused", reason } as const
}

class WalletUnreachableError extends AppError {
  override readonly name = "WalletUnreachableError"
  readonly code = "chain_unavailable"
  override readonly retryable = true

  constructor(cause: unknown) {
    super("The wallet's contract cannot be read now. A sign-in is free; repeat it.", { cause })
  }
}
