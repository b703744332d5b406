import { x402Client, x402HTTPClient } from "@x402/core/client"
import type { PaymentPayload, PaymentRequired } from "@x402/core/types"
import { BatchSettlementEvmScheme } from "@x402/evm/batch-settlement/client"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { BuyerError } from "./errors.js"
import type { ParsedOptions, SessionOptions } from "./options.js"

/** Reserves a deposit in the budget of the day, before it is signed. */
export type ReserveDeposit = (amount: bigint) => void

export type Payer = ReturnType<typeof createPayer>

/** The official client with one scheme, one token and a maximum amount. */
export function createPayer(options: ParsedOptions) {
  const { signer, network, asset, maxAmountPerPayment, session } = options
  let reserveDeposit: ReserveDeposit | null = null
  const channel = session && channelScheme(options, session, (amount) => reserveDeposit?.(amount))
  const client = x402Client.fromConfig({
    schemes: [{ network, client: channel ?? new ExactEvmScheme(signer) }],
    spendControls: { allowedAssets: [{ network, asset, maxAmountPerPayment: maxAmountPerPayment.toString() }] },
  })
  const http = new x402HTTPClient(client)

  return {
    async sign(terms: PaymentRequired, reserve: ReserveDeposit): Promise<PaymentPayload> {
      reserveDeposit = reserve
      return client.createPaymentPayload(terms)
    },

    /** Updates the state of the channel. Returns whether a new voucher can correct a refusal. */
    async noteResponse(payload: PaymentPayload, headers: Headers, status: number): Promise<boolean> {
      const { recovered } = await http.processPaymentResult(payload, (name) => headers.get(name), status)
      return recovered
    },

    /** Ends the session and returns what is left in it. */
    async refund(url: URL): Promise<bigint> {
      if (channel === null) throw new BuyerError("invalid_option", "session: this buyer has none.")
      const { amount } = await channel.refund(url.href, { fetch: options.fetch })
      return BigInt(amount || "0")
    },
  }
}

function channelScheme(options: ParsedOptions, session: SessionOptions, reserve: ReserveDeposit) {
  const multiple = session.deposit / options.maxAmountPerPayment + 1n
  return new BatchSettlementEvmScheme(options.signer, {
    // The official client caps a deposit at this multiple of maxAmountPerPayment.
    depositPolicy: { depositMultiplier: multiple < 3n ? 3 : Number(multiple) },
    depositStrategy: ({ paymentRequirements }) => {
      const announced = paymentRequirements.extra["minDeposit"]
      const needed = typeof announced === "string" ? BigInt(announced) : 0n
      if (session.deposit < needed) {
        throw new BuyerError("invalid_option", `session.deposit: the service needs at least ${needed}.`)
      }
      reserve(session.deposit)
      return session.deposit
    },
  })
}
