import type { Hex } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { sameAddress } from "@/lib/client/format/address"
import { randomNonce } from "@/lib/client/purchase/authorization"
import type { Quote } from "@/lib/client/purchase/quote"
import type { ChannelConfig, SessionPayment, SessionRequirements } from "@/lib/client/purchase/wire"
import { channelIdOf, depositTypedData, voucherSigner, voucherTypedData } from "./channel"
import type { ProvenTotal, Session } from "./session"

/* Signatures of sessions. Loaded with the first session, because they need viem. */

/** Margin, so that a payer clock that runs ahead does not make the authorization "not valid yet". */
const BACKDATE_S = 600

type SessionTerms = Pick<Quote, "resource"> & { readonly session: SessionRequirements }

async function voucherOf({ id, key }: Pick<Session, "id" | "key">, total: bigint, chainId: number) {
  if (key === null) throw new Error("This session has ended.")
  const signature = await privateKeyToAccount(key).signTypedData(voucherTypedData(id, total, chainId))
  return { channelId: id, maxClaimableAmount: total.toString(), signature }
}

/** Signs a payment from the session without the wallet. */
export async function signVoucherPayment(
  { resource, session: accepted }: SessionTerms,
  session: Session,
  total: bigint,
): Promise<SessionPayment> {
  const voucher = await voucherOf(session, total, chainIdOf(accepted))
  return {
    x402Version: 2,
    resource,
    accepted,
    payload: { type: "voucher", channelConfig: session.config, voucher },
  }
}

/**
 * Signs the request to return everything that is left. Its voucher names the total charged so far, or a lower total that the
 * service asks for because a claim has published the voucher of the charged total.
 */
export async function signRefund(
  { resource, session: accepted }: SessionTerms,
  session: Session,
  total = BigInt(session.charged),
): Promise<SessionPayment> {
  const voucher = await voucherOf(session, total, chainIdOf(accepted))
  return { x402Version: 2, resource, accepted, payload: { type: "refund", channelConfig: session.config, voucher } }
}

/** A new session with a key of its own. Nothing is deposited yet. */
export function newSession(offer: SessionRequirements, { payer, path, nowMs }: NewSession): Session {
  const key = generatePrivateKey()
  const config: ChannelConfig = {
    payer,
    payerAuthorizer: privateKeyToAccount(key).address,
    receiver: offer.payTo,
    receiverAuthorizer: offer.extra.receiverAuthorizer,
    token: offer.asset,
    withdrawDelay: offer.extra.withdrawDelay,
    salt: randomNonce(),
  }
  return {
    id: channelIdOf(config, chainIdOf(offer)),
    network: offer.network,
    config,
    key,
    path,
    deposits: [],
    charged: "0",
    signed: "0",
    reported: null,
    openedAtMs: nowMs,
    refund: null,
    withdrawal: null,
  }
}

type NewSession = { readonly payer: Hex; readonly path: string; readonly nowMs: number }

/**
 * The message that the wallet signs for a deposit into a session. Synchronous, because phones open the wallet only
 * inside a tap.
 */
export function prepareDeposit(quote: SessionQuote, session: Session, { amount, nowMs }: DepositOrder) {
  const { session: accepted } = quote
  const nowS = Math.floor((nowMs - quote.aheadMs) / 1000)
  const terms = {
    payer: session.config.payer,
    amount,
    channelId: session.id,
    salt: randomNonce(),
    validAfter: String(nowS - BACKDATE_S),
    validBefore: String(nowS + accepted.maxTimeoutSeconds),
  }
  return {
    typedData: depositTypedData(terms, accepted, chainIdOf(accepted)),
    /** The payment that carries the deposit and the first voucher. */
    complete: async (signature: Hex, total: bigint): Promise<SessionPayment> => {
      const { validAfter, validBefore, salt } = terms
      const authorization = { erc3009Authorization: { validAfter, validBefore, salt, signature } }
      const voucher = await voucherOf(session, total, chainIdOf(accepted))
      const deposit = { amount: amount.toString(), authorization }
      const payload = { type: "deposit", channelConfig: session.config, voucher, deposit } as const
      return { x402Version: 2, resource: quote.resource, accepted, payload }
    },
  }
}

export type SessionQuote = SessionTerms & Pick<Quote, "aheadMs">

type DepositOrder = { readonly amount: bigint; readonly nowMs: number }

/**
 * Checks the state of a session in a corrective 402.
 *
 * @returns `null` when the service does not prove its total by a voucher of this session
 */
export async function provenTotal(
  session: Session,
  { extra, network }: SessionRequirements,
): Promise<ProvenTotal | null> {
  const { channelState, voucherState } = extra
  if (!channelState || !sameAddress(channelState.channelId, session.id)) return null
  if (channelState.chargedCumulativeAmount === undefined) return null
  const charged = BigInt(channelState.chargedCumulativeAmount)
  if (!voucherState) return charged === 0n ? { charged, signed: 0n } : null
  const signed = BigInt(voucherState.signedMaxClaimable)
  const voucher = { channelId: session.id, total: signed, signature: voucherState.signature }
  const signer = await voucherSigner(voucher, chainIdOf({ network }))
  return signer !== null && sameAddress(signer, session.config.payerAuthorizer) ? { charged, signed } : null
}

/**
 * The total on the chain that a 402 names to a sender who has not proved the key; `null` for another 402. A voucher of a total
 * that was charged already gives the service nothing, so it is safe to sign.
 */
export function askedProof(session: Session, { extra: { channelState } }: SessionRequirements): bigint | null {
  if (!channelState || !sameAddress(channelState.channelId, session.id)) return null
  if (channelState.chargedCumulativeAmount !== undefined) return null
  const total = BigInt(channelState.totalClaimed)
  return total <= BigInt(session.charged) ? total : null
}

function chainIdOf({ network }: Pick<SessionRequirements, "network">): number {
  return Number(network.replace("eip155:", ""))
}
