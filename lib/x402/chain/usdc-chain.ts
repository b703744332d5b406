import { type Block, type Client, encodeFunctionData, parseAbi, type TransactionReceipt } from "viem"
import { getBalance, getBlock, getBlockNumber, getCode, getTransactionCount } from "viem/actions"
import { aggregateLimited, type LimitedCall, limitedMulticallOn, readState } from "./multicall"
import type { Authorization, UnsignedAuthorization } from "./authorization"
import { type Broadcast, createBroadcast, nextBaseFee, receiptOf } from "./transactions"
import { findTransfer, hasExactTransfer, type Search } from "./find-transfer"
import { fundingSource } from "./funding-source"
import {
  createPreflight,
  gasOfTransfer,
  GAS_PER_DEPLOYMENT,
  type IsKnown,
  type Preflight,
  findUnfunded,
} from "./preflight"
import { plainTransfersIn, sameAddress, transfersIn, transferCall } from "./usdc-contract"

/** A mined transaction and its plain transfers. */
export type PlainTransfer = {
  /** Amounts of its transfers from payer to payee, in their order. Empty when the transaction failed. */
  readonly values: readonly bigint[]
  readonly blockNumber: bigint
  /** 1 for the newest block. */
  readonly confirmations: number
  readonly timestampS: number
}

/** The token contract and the RPC node, as far as payments need them. Methods reject on RPC faults and deadlines. */
export type UsdcChain = {
  /**
   * One round trip; two for a payment that is refused in a batch, or that deploys its wallet. `isolated`: outside any
   * batch.
   */
  preflight(proof: Authorization, isolated?: boolean): Promise<Preflight>
  /**
   * The transaction that used this authorization and paid exactly as signed, whoever sent it, between two times in
   * seconds. Default of `untilS`: soon after the end of the authorization, when it cannot pay any more.
   */
  findTransfer(transfer: UnsignedAuthorization, sinceS: number, untilS?: number): Promise<Search>
  /**
   * The amounts that a transaction moves from payer to payee by plain transfers, without authorizations of EIP-3009;
   * `null` while no block has it.
   */
  plainTransfer(
    hash: `0x${string}`,
    parties: { readonly from: `0x${string}`; readonly to: `0x${string}` },
  ): Promise<PlainTransfer | null>
  /** Whether a smart wallet confirms a signature (ERC-1271); false for other accounts. */
  isValidSignature(wallet: `0x${string}`, digest: `0x${string}`, signature: `0x${string}`): Promise<boolean>
  /** Whether an account has code: a contract, or a key's account with a delegation (EIP-7702). */
  hasCode(account: `0x${string}`): Promise<boolean>
  /** The address that a payer's money came from; `null`: the chain shows none in the last hour. */
  fundingSource(payer: `0x${string}`): Promise<`0x${string}` | null>
  /** Nonce of the next transaction of an account, counting those in the mempool. */
  nextNonce(account: `0x${string}`): Promise<number>
  /** Nonce of the next transaction of an account by the newest block. */
  minedNonce(account: `0x${string}`): Promise<number>
  /** Base fee of the next block, in wei per gas. */
  gasPrice(): Promise<bigint>
  /** The block at this height now; `null` above the head. */
  blockHashAt(blockNumber: bigint): Promise<`0x${string}` | null>
  /** Wei that an account holds, by the newest block. */
  etherOf(account: `0x${string}`): Promise<bigint>
  readonly broadcast: Broadcast
  /**
   * `null` while no block has the transaction. Nodes with preconfirmations (Base's Flashblocks) answer before the block
   * is sealed, with another hash than it will have: compare with `blockHashAt` where that matters.
   */
  receipt(hash: `0x${string}`): Promise<TransactionReceipt | null>
  /** Whether a transaction of another sender used this authorization and paid exactly as signed. */
  isPaidIn(receipt: TransactionReceipt, transfer: UnsignedAuthorization): boolean
  /** The authorizations that the receipt of a transaction of ours used and paid, by their `authorizationKey`. */
  transfersIn(receipt: TransactionReceipt, expected: readonly UnsignedAuthorization[]): ReadonlySet<string>
  /**
   * For each transfer, whether it would fail on the pending state for lack of money. Rejects when the node does not
   * simulate there.
   */
  findUnfunded(proofs: readonly Authorization[]): Promise<readonly boolean[]>
  /** Call data that executes the transfers, each of which may fail without the others and uses no more than its gas. */
  settlementCall(proofs: readonly Authorization[]): { readonly to: `0x${string}`; readonly data: `0x${string}` }
}

export type UsdcChainOptions = {
  readonly client: Client
  readonly usdc: `0x${string}`
  /** Factories that may be called for a wallet that is not deployed yet. Each call costs our gas. */
  readonly factories: readonly `0x${string}`[]
  /** Absent: Base. */
  readonly chainId?: number
}

export function createUsdcChain({ client, usdc, factories, chainId = 8_453 }: UsdcChainOptions): UsdcChain {
  const isKnown = (factory: `0x${string}`) => factories.some((known) => sameAddress(known, factory))
  return {
    preflight: createPreflight({ client, usdc, isKnown }),
    findTransfer: (...search) => findTransfer(client, usdc, ...search),
    plainTransfer: (hash, parties) => plainTransfer(client, usdc, hash, parties),
    isValidSignature: (...question) => isValidSignature(client, ...question),
    hasCode: async (address) => (await getCode(client, { address })) !== undefined,
    fundingSource: (payer) => fundingSource(client, usdc, payer),
    nextNonce: (address) => getTransactionCount(client, { address, blockTag: "pending" }),
    minedNonce: (address) => getTransactionCount(client, { address, blockTag: "latest" }),
    gasPrice: () => nextBaseFee(client),
    blockHashAt: async (blockNumber) => (await blockAt(client, blockNumber))?.hash ?? null,
    etherOf: (address) => getBalance(client, { address }),
    broadcast: createBroadcast(client),
    receipt: (hash) => receiptOf(client, hash),
    isPaidIn: (receipt, transfer) => hasExactTransfer(usdc, receipt, transfer),
    transfersIn: (receipt, expected) => transfersIn(usdc, receipt.logs, expected),
    findUnfunded: (proofs) => findUnfunded(client, usdc, proofs),
    settlementCall: (proofs) => settlementCall(proofs, { usdc, isKnown, multicall: limitedMulticallOn(chainId) }),
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
  const { blockNumber, blockHash } = receipt
  const [block, newest] = await Promise.all([blockAt(client, blockNumber), getBlockNumber(client, { cacheTime: 0 })])
  // A preconfirmation names a block that is not sealed yet, or one that differs from the sealed one.
  if (block?.hash !== blockHash) return null
  const values = plainTransfersIn(usdc, receipt.logs, parties)
  const confirmations = Number(newest - blockNumber) + 1
  return { values, blockNumber, confirmations, timestampS: Number(block.timestamp) }
}

/** https://eips.ethereum.org/EIPS/eip-1271 */
const erc1271Abi = parseAbi(["function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)"])
const ERC1271_MAGIC = "0x1626ba7e"

async function isValidSignature(
  client: Client,
  wallet: `0x${string}`,
  hash: `0x${string}`,
  signature: `0x${string}`,
): Promise<boolean> {
  const data = encodeFunctionData({ abi: erc1271Abi, functionName: "isValidSignature", args: [hash, signature] })
  // Through Multicall3, so that a wallet that reverts is an answer and not a fault of the node.
  const [answer] = await readState(client, [[wallet, data]])
  return answer?.success === true && answer.returnData.slice(0, 10) === ERC1271_MAGIC
}

type SettlementContracts = {
  readonly usdc: `0x${string}`
  readonly isKnown: IsKnown
  readonly multicall: `0x${string}`
}

function settlementCall(proofs: readonly Authorization[], { usdc, isKnown, multicall }: SettlementContracts) {
  const calls = proofs.flatMap((proof): readonly LimitedCall[] => {
    const { deployment } = proof
    const [target, data] = transferCall(usdc, proof)
    const transfer = { target, data, gas: gasOfTransfer(proof) }
    // When the wallet was deployed in the meantime, its deployment fails and the transfer after it succeeds.
    return deployment !== null && isKnown(deployment.factory)
      ? [{ target: deployment.factory, data: deployment.data, gas: GAS_PER_DEPLOYMENT }, transfer]
      : [transfer]
  })
  const [first] = calls
  if (calls.length === 1 && first) return { to: first.target, data: first.data }
  return { to: multicall, data: aggregateLimited(calls) }
}

async function blockAt(client: Client, blockNumber: bigint): Promise<Block | null> {
  try {
    return await getBlock(client, { blockNumber })
  } catch (error) {
    if (error instanceof Error && error.name === "BlockNotFoundError") return null
    throw error
  }
}
