import { encodePaymentSignatureHeader } from "@x402/core/http"
import { computeChannelId } from "@x402/evm/batch-settlement/client"
import { decodeFunctionData, type Hex } from "viem"
import { channelAbi } from "@/lib/x402/chain/channels/channel-calls"
import { multicall3Abi } from "@/lib/x402/chain/multicall"
import { channelRequirements } from "@/lib/x402/wire/requirements"
import { PRICE } from "./fixtures"
import type { SessionChain, SessionService } from "./session-harness"

type ChannelConfig = Parameters<typeof computeChannelId>[0]

/** A channel and one of its vouchers, as anybody reads them on the chain. */
export type PublishedVoucher = {
  readonly channelConfig: ChannelConfig
  readonly voucher: { readonly channelId: Hex; readonly maxClaimableAmount: string; readonly signature: Hex }
}

type CallerRequest = {
  readonly type?: "voucher" | "refund"
  readonly coin?: string
  readonly amount?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Somebody without any key, who reads what the service has sent to the chain and presents it as a payment. */
export function openUntrustedCaller(session: SessionChain, service: SessionService) {
  const { network } = service.terms
  const accepted = { ...channelRequirements(service.terms, service.sessions, PRICE), network }

  /** Every voucher in the calldata of the service's transactions, oldest first. */
  async function published(): Promise<readonly PublishedVoucher[]> {
    const newest = await session.client.getBlockNumber({ cacheTime: 0 })
    const found: PublishedVoucher[] = []
    for (let blockNumber = 0n; blockNumber <= newest; blockNumber += 1n) {
      const { transactions } = await session.client.getBlock({ blockNumber, includeTransactions: true })
      for (const { from, input } of transactions) {
        if (from === session.account.address.toLowerCase()) found.push(...vouchersIn(input, network))
      }
    }
    return found
  }

  async function present({ channelConfig, voucher }: PublishedVoucher, request: CallerRequest = {}) {
    const { type = "voucher", coin = "BTC", amount, headers = {} } = request
    const payload = { type, channelConfig, voucher, ...(amount !== undefined && { amount }) }
    const header = encodePaymentSignatureHeader({ x402Version: 2, accepted, payload })
    const url = `${service.terms.origin}/api/quote/${coin}`
    return service.request(url, { headers: { ...headers, "PAYMENT-SIGNATURE": header } })
  }

  return { published, present }
}

function vouchersIn(data: Hex, network: string): readonly PublishedVoucher[] {
  if (data.startsWith(AGGREGATE)) {
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    return (args?.[0] ?? []).flatMap(({ callData }) => vouchersIn(callData, network))
  }
  const { functionName, args } = decodeFunctionData({ abi: channelAbi, data })
  if (functionName === "multicall") return args[0].flatMap((call) => vouchersIn(call, network))
  if (functionName !== "claimWithSignature") return []
  return args[0].map(({ voucher: { channel: channelConfig, maxClaimableAmount }, signature }) => {
    const channelId = computeChannelId(channelConfig, network)
    return { channelConfig, voucher: { channelId, maxClaimableAmount: maxClaimableAmount.toString(), signature } }
  })
}

const AGGREGATE = "0x82ad56cb"
