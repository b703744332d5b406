import { type Client, decodeFunctionResult, encodeFunctionData, parseEventLogs, type TransactionReceipt } from "viem"
import { estimateGas, getBalance } from "viem/actions"
import { type Call, type CallResult, BLOCK_NUMBER, isWord, readState, wordOf } from "@/lib/x402/chain/multicall"
import { BATCH_SETTLEMENT, DEPOSIT_COLLECTOR } from "@/lib/domain/batch-settlement"
import { isRateLimit, isRpcError } from "@/lib/x402/chain/rpc-error"
import { boundedQueue } from "@/lib/x402/chain/bounded-queue"
import { sameAddress, authorizationStateCall, balanceCall } from "@/lib/x402/chain/usdc-contract"
import { batchLoader } from "@/lib/domain/batch-loader"
import { channelAbi, depositCall } from "./channel-calls"
import type { ChannelConfig, ChannelOnChain, Deposit } from "./channel-config"
import { depositNonce } from "./channel-digests"

/** A channel as of a block. */
export type ChannelRead = ChannelOnChain & { readonly blockNumber: bigint }

export type DepositPreflight = {
  readonly balance: bigint
  /** The authorization was used or cancelled. */
  readonly used: boolean
  /** The deposit, executed on the newest state without being sent. */
  readonly executes: boolean
}

/** The events of the contract in a transaction. */
export type ChannelEvents = {
  readonly deposited: ReadonlySet<`0x${string}`>
  readonly claimed: ReadonlySet<`0x${string}`>
  readonly refunded: ReadonlyMap<`0x${string}`, bigint>
  readonly settled: bigint
}

/** The settlement contract as far as sessions need it. Methods reject on RPC faults. */
export type ChannelChain = {
  /** Channels at the newest block. Calls of one turn of the event loop share a round trip. */
  read(channelId: `0x${string}`): Promise<ChannelRead>
  /** The same with the transactions that wait for a block, where the node knows them. */
  readPending(channelId: `0x${string}`): Promise<ChannelRead>
  /** Whether a call of the contract, sent by anybody with this gas, succeeds on the pending state. */
  executes(call: `0x${string}`, gas: bigint): Promise<boolean>
  /** `isByKey`: the payer's key signed. The simulations of other payers, whose code runs, wait in a queue of their own. */
  depositPreflight(
    channelId: `0x${string}`,
    config: ChannelConfig,
    deposit: Deposit,
    isByKey: boolean,
  ): Promise<DepositPreflight>
  /** Claimed for this receiver, and not transferred to it yet. */
  unsettled(
    receiver: `0x${string}`,
    token: `0x${string}`,
  ): Promise<{ readonly claimed: bigint; readonly settled: bigint }>
  /**
   * Executes calls of the contract in their order on the pending state, without sending them, and returns which of them succeed.
   * On the newest state where the node has no pending one.
   */
  trial(calls: readonly `0x${string}`[], gas: bigint): Promise<readonly boolean[]>
  /** The gas that a call of the contract by this account uses, for this price of gas; `null` when it fails. */
  gasOf(account: `0x${string}`, call: `0x${string}`, gasPrice: bigint): Promise<bigint | null>
  eventsIn(receipt: TransactionReceipt): ChannelEvents
  etherOf(account: `0x${string}`): Promise<bigint>
}

/** Reads of one channel cost three calls of about 5,000 gas each. */
const READS = { maxBatch: 50, maxConcurrent: 4, maxWaiting: 1_000 }
const PREFLIGHT_LIMITS = { maxConcurrent: 8, maxPending: 200 }
/** The gas limit that a deposit has when it is sent. */
const GAS_OF_PREFLIGHT = 600_000
/** Gas of Multicall3 around one call. */
const GAS_OF_MULTICALL = 200_000n

export function createChannelChain(client: Client): ChannelChain {
  const read = batchLoader((ids: readonly `0x${string}`[]) => readChannels(client, ids), READS)
  const readPending = batchLoader((ids: readonly `0x${string}`[]) => readChannels(client, ids, pendingState), READS)
  const [byKey, byCode] = [boundedQueue(PREFLIGHT_LIMITS), boundedQueue(PREFLIGHT_LIMITS)]
  return {
    read,
    readPending,
    executes: async (call, gas) => (await trial(client, [call], gas))[0] === true,
    depositPreflight: (channelId, config, deposit, isByKey) =>
      (isByKey ? byKey : byCode)(() => depositPreflight(client, channelId, config, deposit)),
    unsettled: (receiver, token) => unsettled(client, receiver, token),
    trial: (calls, gas) => trial(client, calls, gas),
    gasOf: (...asked) => gasOf(client, ...asked),
    eventsIn,
    etherOf: (address) => getBalance(client, { address }),
  }
}

/** Results on the pending state. A node without one answers with its newest state. */
async function pendingState(client: Client, calls: readonly Call[], gas?: number): Promise<readonly CallResult[]> {
  const limit = gas === undefined ? {} : { gas }
  return readState(client, calls, { ...limit, attempts: 1, block: "pending" }).catch(() =>
    readState(client, calls, limit),
  )
}

async function readChannels(
  client: Client,
  ids: readonly `0x${string}`[],
  readCalls: (client: Client, calls: readonly Call[]) => Promise<readonly CallResult[]> = readState,
): Promise<readonly ChannelRead[]> {
  const calls = ids.flatMap((id) =>
    (["channels", "pendingWithdrawals", "refundNonce"] as const).map((functionName): Call => [
      BATCH_SETTLEMENT,
      encodeFunctionData({ abi: channelAbi, functionName, args: [id] }),
    ]),
  )
  const [block, ...results] = await readCalls(client, [BLOCK_NUMBER, ...calls])
  const blockNumber = wordOf(block)
  return ids.map((_, index) => {
    const [channel, withdrawal, nonce] = results.slice(3 * index, 3 * index + 3)
    const [balance, totalClaimed] = decodeFunctionResult({
      abi: channelAbi,
      functionName: "channels",
      data: dataOf(channel),
    })
    const [amount, initiatedAt] = decodeFunctionResult({
      abi: channelAbi,
      functionName: "pendingWithdrawals",
      data: dataOf(withdrawal),
    })
    const withdrawRequestedS = amount === 0n ? 0 : initiatedAt
    return { balance, totalClaimed, withdrawRequestedS, refundNonce: wordOf(nonce), blockNumber }
  })
}

function dataOf(result: CallResult | undefined): `0x${string}` {
  if (result?.success !== true || result.returnData === "0x") {
    throw new Error(`${BATCH_SETTLEMENT} does not answer as the settlement contract does.`)
  }
  return result.returnData
}

async function depositPreflight(
  client: Client,
  channelId: `0x${string}`,
  config: ChannelConfig,
  deposit: Deposit,
): Promise<DepositPreflight> {
  const nonce = depositNonce(channelId, deposit.salt)
  const [balance, state, trial] = await readState(
    client,
    [
      balanceCall(config.token, config.payer),
      authorizationStateCall(config.token, { from: config.payer, nonce }),
      [BATCH_SETTLEMENT, depositCall(config, deposit)],
    ],
    { gas: GAS_OF_PREFLIGHT },
  )
  // A call to an account without code succeeds, but such a token has no authorization state.
  return { balance: wordOf(balance), used: wordOf(state) === 1n, executes: isWord(state) && trial?.success === true }
}

async function unsettled(client: Client, receiver: `0x${string}`, token: `0x${string}`) {
  const data = encodeFunctionData({ abi: channelAbi, functionName: "receivers", args: [receiver, token] })
  const [result] = await readState(client, [[BATCH_SETTLEMENT, data]])
  const [claimed, settled] = decodeFunctionResult({
    abi: channelAbi,
    functionName: "receivers",
    data: dataOf(result),
  })
  return { claimed, settled }
}

async function trial(client: Client, calls: readonly `0x${string}`[], gas: bigint): Promise<readonly boolean[]> {
  const asked = calls.map((call): Call => [BATCH_SETTLEMENT, call])
  return (await pendingState(client, asked, Number(gas + GAS_OF_MULTICALL))).map(({ success }) => success)
}

async function gasOf(
  client: Client,
  account: `0x${string}`,
  data: `0x${string}`,
  gasPrice: bigint,
): Promise<bigint | null> {
  try {
    return await estimateGas(client, { account, to: BATCH_SETTLEMENT, data, gasPrice })
  } catch (error) {
    if (isRpcError(error) && !isRateLimit(error)) return null
    throw error
  }
}

function eventsIn(receipt: TransactionReceipt): ChannelEvents {
  const ours = receipt.logs.filter(({ address }) => sameAddress(address, BATCH_SETTLEMENT))
  const logs = parseEventLogs({ abi: channelAbi, logs: ours })
  const deposited = new Set<`0x${string}`>()
  const claimed = new Set<`0x${string}`>()
  const refunded = new Map<`0x${string}`, bigint>()
  let settled = 0n
  for (const { eventName, args } of logs) {
    if (eventName === "Deposited") deposited.add(args.channelId)
    else if (eventName === "Claimed") claimed.add(args.channelId)
    else if (eventName === "Refunded") refunded.set(args.channelId, (refunded.get(args.channelId) ?? 0n) + args.amount)
    else settled += args.amount
  }
  return { deposited, claimed, refunded, settled }
}

/** The addresses that must have code before sessions are offered. */
export const CHANNEL_CONTRACTS = [BATCH_SETTLEMENT, DEPOSIT_COLLECTOR] as const
