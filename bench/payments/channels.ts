import { encodePaymentSignatureHeader } from "@x402/core/http"
import type { PaymentRequirements } from "@x402/core/types"
import { BatchSettlementEvmScheme, computeChannelId } from "@x402/evm/batch-settlement/client"
import { wrapFetchWithPayment, x402Client } from "@x402/fetch"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { channelDigests } from "@/lib/x402/chain/channels/channel-digests"
import { digestSigner } from "@/lib/x402/chain/crypto"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"
import type { Payer } from "@/tools/testing/payments/x402-payer"
import { readChallenge } from "@/tools/testing/payments/x402-terms"
import type { Peer } from "./peers"

type Headers = Readonly<Record<string, string>>

/** An open channel whose vouchers are signed ahead of the clock. */
export type OpenChannel = { readonly vouchers: (count: number) => readonly Headers[] }

const NETWORK = "eip155:8453"
/** Atomic units: 800 calls. By default, the client deposits the minimum of the service. */
const DEPOSIT = "40000000"

/** Opens a channel with the official client, which deposits and buys once. */
export async function openChannel(peer: Peer, { account }: Payer, rpcUrl: string): Promise<OpenChannel> {
  const node = sandboxClient(rpcUrl)
  const key = generatePrivateKey()
  const readContract = (call: Parameters<typeof node.readContract>[0]) => node.readContract(call)
  const scheme = new BatchSettlementEvmScheme(Object.assign({}, account, { readContract }) as never, {
    voucherSigner: privateKeyToAccount(key),
    salt: generatePrivateKey(),
    depositStrategy: () => Promise.resolve(DEPOSIT),
  })
  const client = x402Client.fromConfig({
    schemes: [{ network: NETWORK, client: scheme }],
    spendControls: { allowedAssets: true },
  })
  const [url] = peer.sessionUrls
  const response = await wrapFetchWithPayment(fetch, client)(url)
  if (response.status !== 200) throw new Error(`${peer.name} answered a deposit with ${response.status}.`)
  const accepted = await sessionTerms(peer)
  const channelConfig = scheme.buildChannelConfig(accepted)
  const channelId = computeChannelId(channelConfig, NETWORK)
  const digests = channelDigests({
    name: "USD Coin",
    version: "2",
    chainId: 8453,
    verifyingContract: channelConfig.token,
  })
  const signer = digestSigner(key)
  const price = BigInt(accepted.amount)
  let total = price

  function nextVoucher(): Headers {
    total += price
    const signature = signer.sign(digests.voucher(channelId, total))
    const voucher = { channelId, maxClaimableAmount: total.toString(), signature }
    const payload = { x402Version: 2, accepted, payload: { type: "voucher", channelConfig, voucher } }
    return { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payload) }
  }

  return { vouchers: (count) => Array.from({ length: count }, nextVoucher) }
}

async function sessionTerms({ sessionUrls: [url], name }: Peer): Promise<PaymentRequirements> {
  const { accepts } = await readChallenge(url)
  const accepted = accepts.find(({ scheme }) => scheme === "batch-settlement")
  if (accepted === undefined) throw new Error(`${name} offers no sessions.`)
  return accepted
}
