import { x402Client, x402HTTPClient } from "@x402/core/client"
import type { PaymentPayload, PaymentRequired } from "@x402/core/types"
import type { ClientEvmSigner } from "@x402/evm"
import { BatchSettlementEvmScheme } from "@x402/evm/batch-settlement/client"
import { invalidOption, requirePositive } from "./options.js"
import type { OpenScheme, Payload, PaymentScheme, SchemeOptions } from "./scheme.js"

/**
 * Options of a session. Amounts are atomic units.
 *
 * @example
 * const options: SessionOptions = { deposit: 5_000_000n, maxPerDay: 10_000_000n }
 */
export type SessionOptions = {
  /** Amount of each deposit. */
  readonly deposit: bigint
  /** The maximum of all deposits of 24 hours. */
  readonly maxPerDay: bigint
}

/**
 * Pays by one deposit and a voucher for each answer (scheme `batch-settlement`), by the official packages.
 *
 * @throws {BuyerError} `invalid_option`
 * @example
 * import { toClientEvmSigner } from "@x402/evm"
 *
 * const signer = toClientEvmSigner(account, createPublicClient({ chain: base, transport: http() }))
 * const buyer = createBuyer({ ...options, signer, session: session({ deposit: 5_000_000n, maxPerDay: 10_000_000n }) })
 */
export function session({ deposit, maxPerDay }: SessionOptions): PaymentScheme {
  requirePositive("session.deposit", deposit)
  requirePositive("session.maxPerDay", maxPerDay)
  return { name: "batch-settlement", maxPerDay, open: (options) => openChannel(options, deposit) }
}

function openChannel(options: SchemeOptions, deposit: bigint): OpenScheme {
  const { network, asset, maxAmountPerPayment } = options
  let deposited = 0n
  const channel = new BatchSettlementEvmScheme(readingSigner(options), {
    // The official client caps a deposit at this multiple of maxAmountPerPayment.
    depositPolicy: { depositMultiplier: Math.max(3, Number(deposit / maxAmountPerPayment + 1n)) },
    depositStrategy: ({ paymentRequirements }) => {
      const announced = paymentRequirements.extra["minDeposit"]
      const needed = typeof announced === "string" ? BigInt(announced) : 0n
      if (deposit < needed) throw invalidOption("session.deposit", `the service needs at least ${needed}`)
      deposited = deposit
      return deposit
    },
  })
  const client = x402Client.fromConfig({
    schemes: [{ network, client: channel }],
    spendControls: { allowedAssets: [{ network, asset, maxAmountPerPayment: maxAmountPerPayment.toString() }] },
  })
  const http = new x402HTTPClient(client)
  // The messages are the same JSON. The types of this package name only what it reads, so that it builds without @x402/core.
  return {
    async sign(terms) {
      deposited = 0n
      const payload = await client.createPaymentPayload(terms as unknown as PaymentRequired)
      return { payload: payload as unknown as Payload, deposit: deposited }
    },
    async noteResponse(payload, headers, status) {
      const sent = payload as unknown as PaymentPayload
      return (await http.processPaymentResult(sent, (name) => headers.get(name), status)).recovered
    },
    async refund(url) {
      const { amount } = await channel.refund(url.href, { fetch: options.fetch })
      return BigInt(amount || "0")
    },
  }
}

/** Without reading the chain, a restarted program could not go on with its channel. */
function readingSigner({ signer }: SchemeOptions): ClientEvmSigner {
  if ("readContract" in signer && typeof signer.readContract === "function") return signer as ClientEvmSigner
  throw invalidOption(
    "signer",
    "a session needs `readContract`: use toClientEvmSigner(account, publicClient) of @x402/evm",
  )
}
