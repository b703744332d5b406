import { type Client, decodeFunctionResult, encodeFunctionData, type TransactionReceipt } from "viem"
import { getBalance, getBlock, getBlockNumber, getGasPrice, getTransactionCount } from "viem/actions"
import type { SignedTransfer } from "./authorization-digest"
import { type Broadcast, createBroadcast } from "./broadcast"
import { findTransfer, isPaidIn, type Transfer } from "./find-transfer"
import { receiptOf } from "./receipt-of"
import { largestPlainTransfer, sameAddress, transfersIn } from "./transfer-logs"
import { type Call, type Proof, transferMethods } from "./transfer-methods"
import { unwrapSignature } from "./undeployed-wallet"
import { erc1271Abi, multicall3Abi, MULTICALL3, usdcAbi } from "./usdc-abi"

/** What the chain says about a payment before anything is computed for it. */
export type Preflight = {
  readonly balance: bigint
  readonly used: boolean
  /** Whoever moves the money by this method may move so much of it; always true of EIP-3009. */
  readonly allowed: boolean
  /** The transfer, executed on the newest state without being sent, after the payer's deployment where it needs one. */
  readonly executes: boolean
  /**
   * What a signature says of its wallet (ERC-6492). `unneeded`: the transfer executes without it; `refused`: a factory that
   * is not known may do anything, so it is never called.
   */
  readonly deployment: "none" | "needed" | "unneeded" | "refused"
}

/** A mined transaction, as far as it pays in plain transfers. */
export type PlainTransfer = {
  /** The largest transfer asked about; 0 when there is none, or the transaction failed. */
  readonly value: bigint
  readonly blockNumber: bigint
  /** 1 for the newest block. */
  readonly confirmations: number
  readonly timestampS: number
}

/** The token contract and the RPC node, as far as payments need them. Methods reject on RPC faults and deadlines. */
export type UsdcChain = {
  /** One round trip. */
  preflight(proof: Proof): Promise<Preflight>
  /** The transaction that used this authorization and paid exactly as signed, whoever sent it; `null` when none is found. */
  findTransfer(transfer: SignedTransfer): Promise<Transfer | null>
  /**
   * What a transaction moves from payer to payee by itself, authorizations of EIP-3009 excepted; `null` while no block
   * has it.
   */
  plainTransfer(
    hash: `0x${string}`,
    parties: { readonly from: `0x${string}`; readonly to: `0x${string}` },
  ): Promise<PlainTransfer | null>
  /** Whether a smart wallet stands by a signature (ERC-1271); false for what is no smart wallet. */
  isValidSignature(wallet: `0x${string}`, digest: `0x${string}`, signature: `0x${string}`): Promise<boolean>
  /** Nonce of the next transaction of an account, counting those in the mempool. */
  nextNonce(account: `0x${string}`): Promise<number>
  gasPrice(): Promise<bigint>
  /** The block at this height now; `null` above the head. */
  blockHashAt(blockNumber: bigint): Promise<`0x${string}` | null>
  /** Wei that an account holds, by the newest block. */
  etherOf(account: `0x${string}`): Promise<bigint>
  readonly broadcast: Broadcast
  receipt(hash: `0x${string}`): Promise<TransactionReceipt | null>
  /** Whether a transaction of somebody else used this authorization and paid exactly as signed. */
  isPaidIn(receipt: TransactionReceipt, transfer: SignedTransfer): Promise<boolean>
  /** The authorizations that were used and paid in the receipt of a transaction of ours, by their `authorizationKey`. */
  transfersIn(receipt: TransactionReceipt, expected: readonly SignedTransfer[]): ReadonlySet<string>
  /** Call data that performs the transfers, each free to fail alone. */
  settlementCall(proofs: readonly Proof[]): { readonly to: `0x${string}`; readonly data: `0x${string}` }
}

export type UsdcChainOptions = {
  readonly client: Client
  readonly usdc: `0x${string}`
  /** Factories that may be called for a wallet that is not deployed yet; none unless told, for the call costs our gas. */
  readonly factories?: readonly `0x${string}`[]
}

export function createUsdcChain({ client, usdc, factories = [] }: UsdcChainOptions): UsdcChain {
  const isKnown = (factory: `0x${string}`) => factories.some((known) => sameAddress(known, factory))
  return {
    preflight: (proof) => preflight(client, usdc, proof, isKnown),
    findTransfer: (transfer) => findTransfer(client, usdc, transfer),
    plainTransfer: (hash, parties) => plainTransfer(client, usdc, hash, parties),
    isValidSignature: (...question) => isValidSignature(client, ...question),
    nextNonce: (address) => getTransactionCount(client, { address, blockTag: "pending" }),
    gasPrice: () => getGasPrice(client),
    blockHashAt: (blockNumber) => blockHashAt(client, blockNumber),
    etherOf: (address) => getBalance(client, { address }),
    broadcast: createBroadcast(client),
    receipt: (hash) => receiptOf(client, hash),
    isPaidIn: (receipt, transfer) => isPaidIn(client, usdc, receipt, transfer),
    transfersIn: (receipt, expected) => transfersIn(usdc, receipt.logs, expected),
    settlementCall: (proofs) => settlementCall(usdc, proofs, isKnown),
  }
}

type IsKnown = (factory: `0x${string}`) => boolean

async function preflight(client: Client, usdc: `0x${string}`, proof: Proof, isKnown: IsKnown): Promise<Preflight> {
  const { deployment } = unwrapSignature(proof.signature)
  const known = deployment !== null && isKnown(deployment.factory) ? deployment : null
  const method = transferMethods[proof.method]
  const transfer = method.transfer(usdc, proof)
  // First, so that nothing is tried out on what they read.
  const reads: readonly Call[] = [
    [usdc, encodeFunctionData({ abi: usdcAbi, functionName: "balanceOf", args: [proof.from] })],
    method.state(usdc, proof),
    ...(method.allowance ? [method.allowance(usdc, proof)] : []),
  ]
  const trials: readonly Call[] = [transfer, ...(known ? [[known.factory, known.data] as const, transfer] : [])]
  const data = await readNewest(client, aggregate([...reads, ...trials]))
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data })
  const [balance, state, allowance] = results
  const [plain, , deployed] = results.slice(reads.length)
  const isPlain = plain?.success === true
  return {
    balance: wordOf(balance),
    used: method.isUsed(wordOf(state), proof),
    allowed: method.allowance === null || wordOf(allowance) >= proof.value,
    // A call to what is not there does not fail. It has no state either.
    executes: isWord(state) && (isPlain || deployed?.success === true),
    deployment: deploymentOf({ wrapped: deployment !== null, known: known !== null, plain: isPlain }),
  }
}

type CallResult = { readonly success: boolean; readonly returnData: `0x${string}` }

function isWord(result: CallResult | undefined): boolean {
  return result?.success === true && result.returnData.length === 66
}

function wordOf(result: CallResult | undefined): bigint {
  return result && isWord(result) ? BigInt(result.returnData) : 0n
}

function deploymentOf(is: { readonly wrapped: boolean; readonly known: boolean; readonly plain: boolean }) {
  if (!is.wrapped) return "none"
  if (!is.known) return "refused"
  return is.plain ? "unneeded" : "needed"
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

async function plainTransfer(
  client: Client,
  usdc: `0x${string}`,
  hash: `0x${string}`,
  parties: { readonly from: `0x${string}`; readonly to: `0x${string}` },
): Promise<PlainTransfer | null> {
  const receipt = await receiptOf(client, hash)
  if (receipt === null) return null
  const { blockNumber } = receipt
  const [block, newest] = await Promise.all([
    getBlock(client, { blockNumber }),
    getBlockNumber(client, { cacheTime: 0 }),
  ])
  const value = largestPlainTransfer(usdc, receipt.logs, parties)
  const confirmations = Number(newest - blockNumber) + 1
  return { value, blockNumber, confirmations, timestampS: Number(block.timestamp) }
}

const ERC1271_MAGIC = "0x1626ba7e"

async function isValidSignature(
  client: Client,
  wallet: `0x${string}`,
  hash: `0x${string}`,
  signature: `0x${string}`,
): Promise<boolean> {
  const data = encodeFunctionData({ abi: erc1271Abi, functionName: "isValidSignature", args: [hash, signature] })
  // Through Multicall3, so that a wallet that reverts is an answer and not a fault of the node.
  const [answer] = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: "aggregate3",
    data: await readNewest(client, aggregate([[wallet, data]])),
  })
  return answer?.success === true && answer.returnData.slice(0, 10) === ERC1271_MAGIC
}

function settlementCall(usdc: `0x${string}`, proofs: readonly Proof[], isKnown: IsKnown) {
  const calls = proofs.flatMap((proof): readonly Call[] => {
    const { deployment } = unwrapSignature(proof.signature)
    const transfer = transferMethods[proof.method].transfer(usdc, proof)
    // A wallet that came into being meanwhile makes its deployment fail, and the transfer after it succeed.
    return deployment !== null && isKnown(deployment.factory)
      ? [[deployment.factory, deployment.data], transfer]
      : [transfer]
  })
  const [first] = calls
  if (calls.length === 1 && first) return { to: first[0], data: first[1] }
  return { to: MULTICALL3, data: aggregate(calls) } as const
}

function aggregate(calls: readonly Call[]): `0x${string}` {
  return encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [calls.map(([target, callData]) => ({ target, allowFailure: true, callData }))],
  })
}

async function blockHashAt(client: Client, blockNumber: bigint): Promise<`0x${string}` | null> {
  try {
    return (await getBlock(client, { blockNumber })).hash
  } catch (error) {
    if (error instanceof Error && error.name === "BlockNotFoundError") return null
    throw error
  }
}
