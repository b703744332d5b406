import { getCode, readContract } from "viem/actions"
import { paidPrices } from "@/lib/endpoints/catalogue"
import { domainSeparator } from "@/lib/x402/chain/authorization"
import { CHANNEL_CONTRACTS } from "@/lib/x402/chain/channels/channel-chain"
import { nextBaseFee } from "@/lib/x402/chain/transactions"
import { usdcAbi } from "@/lib/x402/chain/usdc-contract"
import type { Config } from "@/lib/server/config/env"
import { formatUsdc, usdc } from "@/lib/domain/usdc"
import { candleProviders } from "@/lib/market/feeds/candle-providers"
import { permitted } from "@/lib/market/feeds/feed-ports"
import { hostLimits } from "@/lib/outbound/host-rate-limits"
import { timerSleep } from "@/lib/outbound/ports"
import { createSourceClient } from "@/lib/outbound/source-client"
import { userAgentOf } from "@/lib/outbound/user-agent"
import { lowestProfitablePrice } from "@/lib/x402/settlement/settlement-fees"
import { marketFetch } from "@/lib/server/runtime/market-fetch"
import { type Finding, found, nodeClient } from "./doctor-checks"

/** Payers sign for the token's EIP-712 domain, so a wrong name or version makes every signature invalid. */
export async function checkToken({ chain }: Pick<Config, "chain">): Promise<readonly Finding[]> {
  const { address, ...named } = chain.usdc
  const client = nodeClient(chain.rpcUrl)
  const call = { address, abi: usdcAbi } as const
  const [name, version, separator] = await Promise.all([
    readContract(client, { ...call, functionName: "name" }),
    readContract(client, { ...call, functionName: "version" }),
    readContract(client, { ...call, functionName: "DOMAIN_SEPARATOR" }),
  ])
  const expected = { ...named, chainId: chain.chainId, verifyingContract: address }
  const isSame = name === named.name && version === named.version && separator === domainSeparator(expected)
  return [
    found(
      "token domain",
      isSame,
      `${address} is "${name}", version ${version}${isSame ? "" : `; this service signs for "${named.name}", version ${named.version}`}`,
      "No signature of a payer would be valid. Check that NETWORK and RPC_URL are of the same chain; if the token itself has changed, this version cannot sell.",
    ),
  ]
}

/** Deposits and claims of sessions go to these contracts. */
export async function checkSessions({
  chain,
  sessions,
}: Pick<Config, "chain" | "sessions">): Promise<readonly Finding[]> {
  const client = nodeClient(chain.rpcUrl)
  const codes = await Promise.all(CHANNEL_CONTRACTS.map((address) => getCode(client, { address })))
  return CHANNEL_CONTRACTS.map((address, index) => {
    const isThere = codes[index] !== undefined
    const says = isThere ? "is on this chain" : "is not on this chain"
    const isNeeded = sessions !== null
    if (!isThere && !isNeeded)
      return { what: `session contract ${address}`, state: "ok", says: `${says}; SESSIONS is off`, mend: "" }
    return found(
      `session contract ${address}`,
      isThere,
      says,
      "Sessions cannot be opened, and the service does not start. Set SESSIONS=off, or use a chain that has the contract.",
    )
  })
}

const inGwei = (wei: bigint) => Number(wei) / 1e9

type FeeSettings = Pick<Config, "chain" | "settlement" | "settlerPrivateKey">

/** Above the ceiling nothing is settled; above the share of a price that endpoint is paused. A facilitator pays its own gas. */
export async function checkFee(
  { chain, settlement, settlerPrivateKey }: FeeSettings,
  askEtherPrice: () => Promise<number | null>,
): Promise<readonly Finding[]> {
  if (settlerPrivateKey === null) return []
  const fee = await nextBaseFee(nodeClient(chain.rpcUrl))
  const manual = 'docs/operating.md, "What a settlement costs"'
  const ceiling = found(
    "fee",
    fee <= settlement.maxFeePerGas,
    `${inGwei(fee)} gwei, at most ${inGwei(settlement.maxFeePerGas)}`,
    `All payments are paused. Wait, or raise SETTLEMENT_MAX_GWEI if sales are worth it; ${manual}.`,
  )
  const etherUsd = await askEtherPrice()
  if (etherUsd === null) {
    const says = "the price of ether is not known, because no provider answered"
    const mend = "Until it is known, only SETTLEMENT_MAX_GWEI limits the gas. npm run sources:check asks each provider."
    return [ceiling, { what: "fee against prices", state: "warn", says, mend }]
  }
  const lowest = lowestProfitablePrice({ maxShare: settlement.maxShare, etherPriceUsd: () => etherUsd }, fee)
  const cheapest = paidPrices().reduce((least, price) => (price < least ? price : least))
  const profit = found(
    "fee against prices",
    lowest <= cheapest,
    `at $${Math.round(etherUsd)} an ether a price must be at least ${formatUsdc(usdc(lowest))} USDC, and the lowest is ${formatUsdc(usdc(cheapest))}`,
    `Endpoints below that price are paused and answer 503 until the fee falls. Raise SETTLEMENT_MAX_SHARE to sell with less profit; ${manual}.`,
  )
  return [ceiling, profit]
}

/** Dollars for one ether, from the first provider that this deployment may use and that answers. */
export async function etherPriceUsd(config: Config): Promise<number | null> {
  const http = createSourceClient({
    limits: hostLimits(config.sources.keys),
    fetch: marketFetch(config, Date.now),
    clock: Date.now,
    sleep: timerSleep,
    random: Math.random,
    userAgent: userAgentOf(config),
  })
  const sources = permitted(config.sources, candleProviders({ http, clock: Date.now }))
  const prices = await Promise.any(sources.map((source) => source.price("ETH"))).catch(() => null)
  return prices?.priceUsd ?? null
}
