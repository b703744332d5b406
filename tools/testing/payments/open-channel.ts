import { encodePaymentSignatureHeader } from "@x402/core/http"
import {
  computeChannelId,
  createBatchSettlementEIP3009DepositPayload,
  signVoucher,
} from "@x402/evm/batch-settlement/client"
import type { Hex } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { channelRequirements } from "@/lib/x402/wire/requirements"
import { PRICE } from "./fixtures"
import { MIN_DEPOSIT, schemeOf, type SessionChain, type SessionService } from "./session-harness"

/** A channel of a new wallet with ten times the price. It has bought one answer, and can send any voucher. */
export async function openChannel(session: SessionChain, service: SessionService) {
  const wallet = await session.newWallet()
  const key = privateKeyToAccount(generatePrivateKey())
  const scheme = schemeOf(session, wallet, key)
  const { network } = service.terms
  const accepted = { ...channelRequirements(service.terms, service.sessions, PRICE), network }
  const opened = await service.buyer(wallet, scheme).pay()
  if (opened.status !== 200) throw new Error(`The first purchase was answered with ${opened.status}.`)
  const channelConfig = scheme.buildChannelConfig(accepted)
  const channelId = computeChannelId(channelConfig, network)

  /** Buys by a voucher of this total, whatever the channel was charged. */
  async function buy(
    total: bigint,
    coin = "BTC",
    changeSignature = (signature: Hex): Hex => signature,
  ): Promise<Response> {
    const signed = await signVoucher(key, channelId, total.toString(), network)
    const voucher = { ...signed, signature: changeSignature(signed.signature) }
    const payload = { x402Version: 2, accepted, payload: { type: "voucher", channelConfig, voucher } }
    const headers = { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payload) }
    return service.request(`${service.terms.origin}/api/quote/${coin}`, { headers })
  }

  /** A header that deposits and buys by a voucher of this total, as the official client writes it. */
  async function depositHeader(total: bigint, amount = MIN_DEPOSIT): Promise<string> {
    const { payload } = await createBatchSettlementEIP3009DepositPayload(
      wallet,
      2,
      accepted,
      channelConfig,
      amount.toString(),
      total.toString(),
      key,
    )
    return encodePaymentSignatureHeader({ x402Version: 2, accepted, payload })
  }

  const send = (header: string, coin = "BTC"): Promise<Response> =>
    service.request(`${service.terms.origin}/api/quote/${coin}`, { headers: { "PAYMENT-SIGNATURE": header } })

  return { wallet, key, scheme, channelConfig, channelId, buy, depositHeader, send }
}
