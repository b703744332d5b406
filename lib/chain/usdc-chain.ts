import {
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  formatTransactionReceipt,
  getAbiItem,
  type Log,
  parseEventLogs,
  type RpcTransactionReceipt,
  type TransactionReceipt,
} from "viem"
import { getBlockNumber, getGasPrice, getLogs, getTransactionCount, getTransactionReceipt } from "viem/actions"
import type { SignedTransfer } from "./authorization-digest"
import { multicall3Abi, MULTICALL3, usdcAbi } from "./usdc-abi"

/** What the chain says about a payment before anything is computed for it. */
export type Preflight = {
  readonly balance: bigint
  readonly used: boolean
  /** The transfer, executed on the newest state without being sent. */
  readonly executes: boolean
}

/** A transfer that happened. */
export type Transfer = { readonly transaction: `0x${string}`; readonly blockNumber: bigint }

export type Proof = SignedTransfer & { readonly signature: `0x${string}` }

/** The token contract and the RPC node, as far as payments need them. Methods reject on RPC faults and deadlines. */
export type UsdcChain = {
  /** One round trip. */
  preflight(proof: Proof): Promise<Preflight>
  /** The transaction that used this authorization and paid exactly as signed, whoever sent it; `null` when none did. */
  findTransfer(transfer: SignedTransfer): Promise<Transfer | null>
  /** Nonce of the next transaction of an account, counting those in the mempool. */
  nextNonce(account: `0x${string}`): Promise<number>
  gasPrice(): Promise<bigint>
  /** Hands over a signed transaction; answers its receipt when the node waits for it, else `null`. */
  broadcast(raw: `0x${string}`): Promise<TransactionReceipt | null>
  receipt(hash: `0x${string}`): Promise<TransactionReceipt | null>
  /** The authorizations that were used and paid in a receipt, as `payer/nonce`, lower case. */
  transfersIn(receipt: TransactionReceipt, expected: readonly SignedTransfer[]): ReadonlySet<string>
  /** Call data that performs the transfers, each free to fail alone. */
  settlementCall(proofs: readonly Proof[]): { readonly to: `0x${string}`; readonly data: `0x${string}` }
}

/** How far back a foreign transaction is searched: more than the longest validity that we ask for, at 2 s a block. */
const SEARCH_BLOCKS = 5_000n

/** `payer/nonce`, the identity of an authorization within one token. */
export function authorizationKey(transfer: Pick<SignedTransfer, "from" | "nonce">): string {
  return `${transfer.from}/${transfer.nonce}`.toLowerCase()
}

export function createUsdcChain({ client, usdc }: { client: Client; usdc: `0x${string}` }): UsdcChain {
  return {
    preflight: (proof) => preflight(client, usdc, proof),
    findTransfer: (transfer) => findTransfer(client, usdc, transfer),
    nextNonce: (address) => getTransactionCount(client, { address, blockTag: "pending" }),
    gasPrice: () => getGasPrice(client),
    broadcast: createBroadcast(client),
    receipt: (hash) => receiptOf(client, hash),
    transfersIn: (receipt, expected) => transfersIn(usdc, receipt.logs, expected),
    settlementCall: (proofs) => settlementCall(usdc, proofs),
  }
}

async function preflight(client: Client, usdc: `0x${string}`, proof: Proof): Promise<Preflight> {
  const calls = [
    encodeFunctionData({ abi: usdcAbi, functionName: "balanceOf", args: [proof.from] }),
    encodeFunctionData({ abi: usdcAbi, functionName: "authorizationState", args: [proof.from, proof.nonce] }),
    transferCall(proof),
  ]
  const data = await readNewest(client, aggregate(usdc, calls))
  const [balance, used, transfer] = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data })
  return {
    balance: BigInt(balance?.success ? balance.returnData : 0),
    used: BigInt(used?.success ? used.returnData : 0) === 1n,
    executes: transfer?.success === true,
  }
}

const READ_ATTEMPTS = 5

/** A node that mines between finding its newest block and reading it refuses the read, so it is asked again. */
async function readNewest(client: Client, data: `0x${string}`): Promise<`0x${string}`> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.request<{ Parameters: readonly unknown[]; ReturnType: `0x${string}` }>({
        method: "eth_call",
        params: [{ to: MULTICALL3, data }, "latest"],
      })
    } catch (error) {
      if (attempt === READ_ATTEMPTS) throw error
    }
  }
}

async function findTransfer(client: Client, usdc: `0x${string}`, transfer: SignedTransfer): Promise<Transfer | null> {
  // viem remembers the number for seconds: a transfer of this moment would be missed, and its payer turned away.
  const newest = await getBlockNumber(client, { cacheTime: 0 })
  const logs = await getLogs(client, {
    address: usdc,
    event: getAbiItem({ abi: usdcAbi, name: "AuthorizationUsed" }),
    args: { authorizer: transfer.from, nonce: transfer.nonce },
    fromBlock: newest > SEARCH_BLOCKS ? newest - SEARCH_BLOCKS : 0n,
    toBlock: newest,
  })
  const hash = logs.at(-1)?.transactionHash
  if (!hash) return null
  const receipt = await receiptOf(client, hash)
  if (receipt === null || !transfersIn(usdc, receipt.logs, [transfer]).has(authorizationKey(transfer))) return null
  return { transaction: hash, blockNumber: receipt.blockNumber }
}

/**
 * `AuthorizationUsed` alone also stands for a cancelled or redirected authorization, so the transfer that follows it
 * must pay what was signed. The token emits the two next to each other (FiatToken EIP3009.sol).
 */
function transfersIn(
  usdc: `0x${string}`,
  logs: readonly Log[],
  expected: readonly SignedTransfer[],
): ReadonlySet<string> {
  const wanted = new Map(expected.map((transfer) => [authorizationKey(transfer), transfer]))
  const events = parseEventLogs({ abi: usdcAbi, logs: logs.filter((log) => sameAddress(log.address, usdc)) })
  const found = new Set<string>()
  for (const [index, event] of events.entries()) {
    if (event.eventName !== "AuthorizationUsed") continue
    const key = authorizationKey({ from: event.args.authorizer, nonce: event.args.nonce })
    const transfer = wanted.get(key)
    if (transfer && neighbours(events, index).some((other) => pays(other, transfer))) found.add(key)
  }
  return found
}

type UsdcEvent = ReturnType<typeof parseEventLogs<typeof usdcAbi>>[number]

function neighbours(events: readonly UsdcEvent[], index: number): readonly UsdcEvent[] {
  return [events[index + 1], events[index - 1]].filter((event) => event !== undefined)
}

function pays(event: UsdcEvent, transfer: SignedTransfer): boolean {
  return (
    event.eventName === "Transfer" &&
    sameAddress(event.args.from, transfer.from) &&
    sameAddress(event.args.to, transfer.to) &&
    event.args.value === transfer.value
  )
}

function settlementCall(usdc: `0x${string}`, proofs: readonly Proof[]) {
  const [first] = proofs
  if (proofs.length === 1 && first) return { to: usdc, data: transferCall(first) }
  return { to: MULTICALL3, data: aggregate(usdc, proofs.map(transferCall)) } as const
}

function transferCall(proof: Proof): `0x${string}` {
  return encodeFunctionData({
    abi: usdcAbi,
    functionName: "transferWithAuthorization",
    args: [
      proof.from,
      proof.to,
      proof.value,
      BigInt(proof.validAfterS),
      BigInt(proof.validBeforeS),
      proof.nonce,
      proof.signature,
    ],
  })
}

function aggregate(target: `0x${string}`, calls: readonly `0x${string}`[]): `0x${string}` {
  return encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [calls.map((callData) => ({ target, allowFailure: true, callData }))],
  })
}

async function receiptOf(client: Client, hash: `0x${string}`): Promise<TransactionReceipt | null> {
  try {
    return await getTransactionReceipt(client, { hash })
  } catch (error) {
    if (error instanceof Error && error.name === "TransactionReceiptNotFoundError") return null
    throw error
  }
}

/** Prefers the call that answers with the receipt (EIP-7966); falls back for good on nodes that do not know it. */
function createBroadcast(client: Client): UsdcChain["broadcast"] {
  let sync = true
  const request = client.request as (args: { method: string; params: readonly unknown[] }) => Promise<unknown>
  return async (raw) => {
    if (sync) {
      try {
        const answer = await request({ method: "eth_sendRawTransactionSync", params: [raw] })
        return isRpcReceipt(answer) ? formatTransactionReceipt(answer) : null
      } catch (error) {
        if (!isUnknownMethod(error)) throw error
        sync = false
      }
    }
    await request({ method: "eth_sendRawTransaction", params: [raw] })
    return null
  }
}

function isRpcReceipt(answer: unknown): answer is RpcTransactionReceipt {
  return typeof answer === "object" && answer !== null && "transactionHash" in answer && "logs" in answer
}

/** Nodes differ in how they say no to a method or to its second parameter. The plain call settles the question. */
function isUnknownMethod(error: unknown): boolean {
  return (
    error instanceof Error && /^(?:MethodNot(?:Found|Supported)|Invalid(?:Params|Request))RpcError$/.test(error.name)
  )
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
