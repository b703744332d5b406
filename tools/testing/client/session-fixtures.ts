import { privateKeyToAccount } from "viem/accounts"
import { encodeHeader } from "@/lib/client/purchase/header"
import type { ChannelState, SessionRequirements } from "@/lib/client/purchase/wire"
import { channelIdOf } from "@/lib/client/sessions/channel"
import type { Session } from "@/lib/client/sessions/session"
import { paymentIdentifierExtension, NOW_MS, PAYER, product, quoteFor, terms } from "./fixtures"

const KEY = `0x${"22".repeat(32)}` as const

/** The session key of the fixtures. */
export const sessionKey = privateKeyToAccount(KEY)

/** The second entry of `accepts`. */
export function sessionOffer(extra: Partial<SessionRequirements["extra"]> = {}, amount = "50000"): SessionRequirements {
  return {
    scheme: "batch-settlement",
    network: terms.network,
    amount,
    asset: terms.usdc.address,
    payTo: terms.payTo,
    maxTimeoutSeconds: 300,
    extra: {
      name: "USD Coin",
      version: "2",
      receiverAuthorizer: "0x2222222222222222222222222222222222222222",
      withdrawDelay: 86_400,
      minDeposit: "500000",
      assetTransferMethod: "eip3009",
      ...extra,
    },
  }
}

/** A 402 that offers sessions; with `error`, a corrective one. */
export function sessionChallenge(
  extra: Partial<SessionRequirements["extra"]> = {},
  error = "payment_required",
  url = product.path,
): string {
  return encodeHeader({
    x402Version: 2,
    error,
    resource: { url: `https://signal402.example${url}` },
    accepts: [quoteFor().accepted, sessionOffer(extra)],
    extensions: paymentIdentifierExtension,
  })
}

/** A session with one confirmed deposit; without one for 0. */
export function openedSession(amount: bigint): Session {
  const offer = sessionOffer()
  const config = {
    payer: PAYER,
    payerAuthorizer: sessionKey.address,
    receiver: offer.payTo,
    receiverAuthorizer: offer.extra.receiverAuthorizer,
    token: offer.asset,
    withdrawDelay: offer.extra.withdrawDelay,
    salt: `0x${"33".repeat(32)}`,
  } as const
  const deposit = {
    id: "deposit",
    amount: amount.toString(),
    state: "confirmed",
    transaction: "0xd",
    atMs: NOW_MS,
  } as const
  return {
    id: channelIdOf(config, terms.chainId),
    network: terms.network,
    config,
    key: KEY,
    path: product.path,
    deposits: amount === 0n ? [] : [deposit],
    charged: "0",
    signed: "0",
    reported: null,
    openedAtMs: NOW_MS,
    refund: null,
    withdrawal: null,
  }
}

/** The service's state of a channel. */
export function channelState(session: Session, balance: bigint, charged: bigint): ChannelState {
  return {
    channelId: session.id,
    balance: balance.toString(),
    totalClaimed: "0",
    withdrawRequestedAt: 0,
    refundNonce: "0",
    chargedCumulativeAmount: charged.toString(),
  }
}
