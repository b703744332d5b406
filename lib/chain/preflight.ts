import { type Client, toFunctionSelector } from "viem"
import { batchLoader } from "@/lib/domain/batch-loader"
import type { Call, CallResult } from "./aggregate"
import type { Authorization } from "./authorization"
import { BLOCK_NUMBER, readState } from "./multicall"
import { isRpcError, isRateLimit } from "./rpc-error"
import { GAS_BASE, GAS_PER_CONTRACT_TRANSFER, GAS_PER_DEPLOYMENT } from "./transfer-gas"
import { authorizationStateCall, transferCall } from "./transfer-methods"
import { boundedQueue } from "./bounded-queue"
import { hexWord } from "./words"

/** What the chain says about a payment before anything is computed for it. */
export type Preflight = {
  /** The block after which all of it is so. */
  readonly blockNumber: bigint
  /** What the payer holds. */
  readonly balance: bigint
  readonly used: boolean
  /** The transfer, executed on the newest state without being sent, after the payer's deployment where it needs one. */
  readonly executes: boolean
  /**
   * What a signature says of its wallet (ERC-6492). `unneeded`: the transfer executes without it; `refused`: a factory that
   * is not known may do anything, so it is never called.
   */
  readonly deployment: "none" | "needed" | "unneeded" | "refused"
}

export type PreflightOptions = {
  readonly client: Client
  readonly usdc: `0x${string}`
  readonly isKnown: IsKnown
}

/** Whether a factory may be called. */
export type IsKnown = (factory: `0x${string}`) => boolean

const BALANCE = toFunctionSelector("balanceOf(address)")

/** Small enough that the node works while the rest of a batch is still read. */
const BATCH = { maxConcurrent: 2, maxBatch: 25, maxWaiting: 2_000 }

/** For signatures of no key. */
const ISOLATED = { callsUnderWay: 8, most: 200 }

/** A share of the gas of a call: a wallet that burns more than that fails its company, and is asked about alone. */
export const SHARE_OF_GAS = 250_000

/** Of the reads before a trial: less than they cost, for the transfer is spared what they have looked up. */
const GAS_OF_READS = 10_000n

/** As much as the last attempt to settle one has: whoever needs more would be sent for in vain, at our cost. */
const GAS_OF_TRIAL = GAS_OF_READS + GAS_BASE + GAS_PER_CONTRACT_TRANSFER

/**
 * Asks about one payment in one round trip. Of many at a time those that go through are found in one call for all, so that
 * they cost a fraction. What fails there is asked about again by itself, because another payment may be the cause, unless its
 * proof is spent or its payer holds too little. What a node does not answer at all it would not answer each of them either.
 *
 * `isolated`: it is never tried in company, where a wallet may use what others leave of the gas. Rejects at once while too
 * many wait, of such or of all others.
 */
export function createPreflight(
  options: PreflightOptions,
): (proof: Authorization, isolated?: boolean) => Promise<Preflight> {
  const inBatch = batchLoader<Authorization, Preflight>(async (proofs) => {
    const [only] = proofs
    if (only !== undefined && proofs.length === 1) return [await simulateOne(options, only)]
    const found = await simulateBatch(options, proofs)
    return Promise.all(proofs.map(async (proof, index) => found[index] ?? simulateOne(options, proof)))
  }, BATCH)
  const alone = boundedQueue(ISOLATED)
  return async (proof, isolated = false) => {
    // The factory's code runs in the call.
    if (!isolated && proof.deployment === null) return inBatch(proof)
    return alone(() => simulateOne(options, proof))
  }
}

/** `null` where nothing is known yet. */
async function simulateBatch(
  { client, usdc }: PreflightOptions,
  proofs: readonly Authorization[],
): Promise<readonly (Preflight | null)[]> {
  // All of them first: a trial changes what others of the same payer would read.
  const states = proofs.map((proof) => authorizationStateCall(usdc, proof))
  const trials = proofs.map((proof) => transferCall(usdc, proof))
  const payers = [...new Set(proofs.map(({ from }) => from))]
  const gas = SHARE_OF_GAS * (proofs.length + 1)
  const calls = [BLOCK_NUMBER, ...states, ...payers.map((payer) => balanceCall(usdc, payer)), ...trials]
  const [block, ...results] = await readState(client, calls, { gas, attempts: 1 }).catch(nothingOf)
  const blockNumber = wordOf(block)
  return proofs.map((proof, index) => {
    const state = results[index]
    const holding = results[proofs.length + payers.indexOf(proof.from)]
    const executes = isWord(state) && results[proofs.length + payers.length + index]?.success === true
    const balance = wordOf(holding)
    const common = { blockNumber, balance, deployment: "none" } as const
    if (executes) return { ...common, used: false, executes }
    if (!isWord(state) || !isWord(holding)) return null
    // Read before anything was simulated, so no payment of the batch caused it.
    const used = wordOf(state) === 1n
    return used || balance < proof.value ? { ...common, used, executes } : null
  })
}

export function balanceCall(usdc: `0x${string}`, payer: `0x${string}`): Call {
  return [usdc, `${BALANCE}${hexWord(payer)}`]
}

/** A node that has refused the call as a whole, because it costs too much, says nothing of any part. */
function nothingOf(error: unknown): readonly CallResult[] {
  if (!isRpcError(error) || isRateLimit(error)) throw error
  return []
}

async function simulateOne(options: PreflightOptions, proof: Authorization): Promise<Preflight> {
  const { deployment } = proof
  const plain = await tryAlone(options, proof, [])
  if (deployment === null) return plain
  if (plain.executes) return { ...plain, deployment: "unneeded" }
  if (!options.isKnown(deployment.factory)) return { ...plain, deployment: "refused" }
  return { ...(await tryAlone(options, proof, [[deployment.factory, deployment.data]])), deployment: "needed" }
}

/** A transfer by itself, after what has to be called before it. */
async function tryAlone(
  { client, usdc }: PreflightOptions,
  proof: Authorization,
  before: readonly Call[],
): Promise<Preflight> {
  // First, so that nothing is tried out on what they read.
  const reads: readonly Call[] = [BLOCK_NUMBER, balanceCall(usdc, proof.from), authorizationStateCall(usdc, proof)]
  const gas = Number(GAS_OF_TRIAL + BigInt(before.length) * GAS_PER_DEPLOYMENT)
  const results = await readState(client, [...reads, ...before, transferCall(usdc, proof)], { gas })
  const [block, balance, state] = results
  return {
    blockNumber: wordOf(block),
    balance: wordOf(balance),
    used: wordOf(state) === 1n,
    // A call to what is not there does not fail. It has no state either.
    executes: isWord(state) && results.at(-1)?.success === true,
    deployment: "none",
  }
}

export function isWord(result: CallResult | undefined): boolean {
  return result?.success === true && result.returnData.length === 66
}

export function wordOf(result: CallResult | undefined): bigint {
  return result && isWord(result) ? BigInt(result.returnData) : 0n
}
