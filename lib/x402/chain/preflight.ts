import type { Client } from "viem"
import { batchLoader } from "@/lib/domain/batch-loader"
import { BLOCK_NUMBER, type Call, type CallResult, isWord, readState, wordOf } from "./multicall"
import type { Authorization } from "./authorization"
import { isRateLimit, isRpcError } from "./rpc-error"
import { authorizationStateCall, balanceCall, transferCall } from "./usdc-contract"
import { boundedQueue } from "./bounded-queue"

/** The result of checking a payment on the chain before its answer is computed. */
export type Preflight = {
  /** The block after which this holds. */
  readonly blockNumber: bigint
  /** The balance of the payer. */
  readonly balance: bigint
  readonly used: boolean
  /** The transfer, executed on the newest state without being sent, after the payer's deployment where it needs one. */
  readonly executes: boolean
  /**
   * The deployment in the signature (ERC-6492). `unneeded`: the transfer executes without it; `refused`: an unknown
   * factory may run any code, so it is never called.
   */
  readonly deployment: "none" | "needed" | "unneeded" | "refused"
}

type PreflightOptions = {
  readonly client: Client
  readonly usdc: `0x${string}`
  readonly isKnown: IsKnown
}

/** Whether a factory may be called. */
export type IsKnown = (factory: `0x${string}`) => boolean

/** Small, so that the node starts before the whole batch is read. */
const BATCH = { maxConcurrent: 2, maxBatch: 25, maxWaiting: 2_000 }

/** For signatures that no key made, which wallets verify in their own code. */
const ISOLATED_LIMITS = { maxConcurrent: 8, maxPending: 200 }

/** Share of the gas of a call. A wallet that uses more than that makes the batch fail, and is checked alone. */
const SHARE_OF_GAS = 250_000

/** Gas of a transaction besides its transfers. */
export const GAS_BASE = 60_000n
/** A transfer that a key signed. */
const GAS_PER_KEY_TRANSFER = 100_000n
/** Smart wallets verify in their own code; a passkey check without a precompile takes some 300,000. */
export const GAS_PER_CONTRACT_TRANSFER = 600_000n
/** A wallet that is deployed by its payment (ERC-6492). */
export const GAS_PER_DEPLOYMENT = 500_000n

const KEY_SIGNATURE_LENGTH = 132

/** The most gas that a transfer uses in a transaction with others. */
export function gasOfTransfer({ signature, deployment }: Pick<Authorization, "signature" | "deployment">): bigint {
  const isByKey = deployment === null && signature.length === KEY_SIGNATURE_LENGTH
  return isByKey ? GAS_PER_KEY_TRANSFER : GAS_PER_CONTRACT_TRANSFER
}

/** Gas of the reads before a simulation. It is less than their cost, because the transfer reuses their loaded state. */
const GAS_OF_READS = 10_000n

/** The gas limit of the last attempt to settle a payment. A payment that needs more would fail at our cost. */
const GAS_OF_TRIAL = GAS_OF_READS + GAS_BASE + GAS_PER_CONTRACT_TRANSFER

/**
 * Checks one payment in one round trip. Concurrent payments share one call, which costs each a fraction. A payment that
 * fails there is checked again alone, because another payment may be the cause, unless its proof is spent or its payer
 * holds too little. When the node does not answer a batch, its payments are not checked one by one.
 *
 * `isolated`: the payment is never in a batch, where a wallet may depend on the gas that others leave. Rejects at once
 * while too many payments of its kind wait.
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
  const enqueueIsolated = boundedQueue(ISOLATED_LIMITS)
  return async (proof, isolated = false) => {
    // The factory's code runs in the call.
    if (!isolated && proof.deployment === null) return inBatch(proof)
    return enqueueIsolated(() => simulateOne(options, proof))
  }
}

/** `null` where nothing is known yet. */
async function simulateBatch(
  { client, usdc }: PreflightOptions,
  proofs: readonly Authorization[],
): Promise<readonly (Preflight | null)[]> {
  // All reads come first: a simulated transfer changes what later reads of the same payer return.
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

/** When the node refuses a whole batch because it costs too much, the results of its parts are unknown. */
function nothingOf(error: unknown): readonly CallResult[] {
  if (!isRpcError(error) || isRateLimit(error)) throw error
  return []
}

async function simulateOne(options: PreflightOptions, proof: Authorization): Promise<Preflight> {
  const { deployment } = proof
  const plain = await simulateSingle(options, proof, [])
  if (deployment === null) return plain
  if (plain.executes) return { ...plain, deployment: "unneeded" }
  if (!options.isKnown(deployment.factory)) return { ...plain, deployment: "refused" }
  return { ...(await simulateSingle(options, proof, [[deployment.factory, deployment.data]])), deployment: "needed" }
}

/** One transfer alone, after the calls that it needs before it. */
async function simulateSingle(
  { client, usdc }: PreflightOptions,
  proof: Authorization,
  before: readonly Call[],
): Promise<Preflight> {
  // First, so that the reads do not see the simulation.
  const reads: readonly Call[] = [BLOCK_NUMBER, balanceCall(usdc, proof.from), authorizationStateCall(usdc, proof)]
  const gas = Number(GAS_OF_TRIAL + BigInt(before.length) * GAS_PER_DEPLOYMENT)
  const results = await readState(client, [...reads, ...before, transferCall(usdc, proof)], { gas })
  const [block, balance, state] = results
  return {
    blockNumber: wordOf(block),
    balance: wordOf(balance),
    used: wordOf(state) === 1n,
    // A call to an account without code does not fail. It has no authorization state either.
    executes: isWord(state) && results.at(-1)?.success === true,
    deployment: "none",
  }
}

/**
 * Simulates transfers in their order on the pending state: the newest block and the transactions that the node expects
 * in the next one. Returns for each transfer whether it would fail because its payer does not have the money. A
 * transfer whose nonce is used is not among them, because another sender may have submitted it. Rejects when the node
 * cannot simulate on the pending state.
 */
export async function findUnfunded(
  client: Client,
  usdc: `0x${string}`,
  proofs: readonly Authorization[],
): Promise<readonly boolean[]> {
  const payers = [...new Set(proofs.map(({ from }) => from))]
  // All reads come before the first transfer, because a transfer changes what a later read returns.
  const calls = [
    ...payers.map((payer) => balanceCall(usdc, payer)),
    ...proofs.map((proof) => authorizationStateCall(usdc, proof)),
    ...proofs.map((proof) => transferCall(usdc, proof)),
  ]
  const gas = SHARE_OF_GAS * (proofs.length + 1)
  const results = await readState(client, calls, { gas, attempts: 1, block: "pending" })
  const balances = new Map(payers.map((payer, index) => [payer, results[index]]))
  const spent = new Map<string, bigint>()
  return proofs.map((proof, index) => {
    const state = results[payers.length + index]
    const balance = balances.get(proof.from)
    if (!isWord(state) || !isWord(balance)) return false
    const earlier = spent.get(proof.from) ?? 0n
    if (results[payers.length + proofs.length + index]?.success === true) {
      spent.set(proof.from, earlier + proof.value)
      return false
    }
    return wordOf(state) === 0n && wordOf(balance) - earlier < proof.value
  })
}
