import { payerOf } from "@/lib/x402/chain/channels/channel-calls"
import type { ChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { type Clock, isOver } from "@/lib/domain/clock"
import type { ChannelOperation } from "@/lib/x402/ledger/channels/channel"
import type { ChannelOutbox, FinishedOperation } from "@/lib/x402/ledger/channels/channel-ledger"
import type { GasGuard } from "@/lib/x402/gate/gas-guard"
import { EXPIRY_MARGIN_S } from "@/lib/x402/gate/verify-authorization"
import { createDistrustedSources } from "./distrusted-sources"
import { createOperationTrials } from "./operation-trials"
import { SIMULATION_FAILED } from "./send-deposit"
import { gasOf, isSameOwner, MAX_GAS, nextOperations } from "./next-operations"

export type OperationQueueOptions = {
  readonly channels: Pick<ChannelOutbox, "queued" | "abandon" | "isolate">
  readonly chain: Pick<ChannelChain, "trial" | "gasOf"> & Pick<UsdcChain, "hasCode" | "gasPrice">
  readonly account: { readonly address: `0x${string}` }
  readonly guard: GasGuard
  /** The operation is never sent. */
  readonly onAbandoned: (operation: ChannelOperation, outcome: FinishedOperation) => void
  readonly clock: Clock
}

/** The operations of one transaction, each with its gas limit, and the gas limit of all. */
export type NextTransaction = { readonly operations: readonly ChannelOperation[]; readonly gas: bigint }

/**
 * Chooses the operations of the next transaction, all of which succeed on the pending state.
 *
 * The code of an account can do something else in the block than in a simulation. So deposits of accounts with code are limited to
 * their measured gas, and a transaction has few of them: one at first, and one more for each that succeeds, until one fails. They are
 * sent when nothing else waits, and otherwise once in a while.
 */
export type OperationQueue = {
  readonly next: () => Promise<NextTransaction | null>
  /** For a while, deposits of new payers whose money came from where this payer's did are sent like those of accounts with code. */
  readonly distrust: (payer: `0x${string}`) => void
  /** A deposit of an account with code has succeeded, so the next transaction has one more. */
  readonly trust: () => void
}

const MAX_QUEUED = 100
/** How often an isolated operation is sent while others wait, and at most while over budget. */
const ISOLATED_INTERVAL_MS = 10_000
/** The isolated operations of one transaction. Fifty new wallets are served in about eight blocks. */
const MAX_ISOLATED = 8
/** The gas of each isolated operation that a transaction may have, because wallets with costly code could burn more together. */
const GAS_PER_ISOLATED = 200_000n
/** Isolated operations that may fail their check are checked while the others wait. */
const MAX_FAILED_CHECKS = 2

export function createOperationQueue(options: OperationQueueOptions): OperationQueue {
  const { channels, chain, account, guard, clock } = options
  const distrusted = createDistrustedSources({ guard, clock })
  const trials = createOperationTrials({ chain, clock, onFailed: (operation) => abandon(operation, SIMULATION_FAILED) })
  /** 0 after a failure, until the next transaction is chosen, because successes beside a failure must not add room. */
  let isolatedRoom = 1
  let isolatedMs = Number.NEGATIVE_INFINITY
  /** When an operation of a payer with this source of money was sent alone. */
  const sourceSentMs = new Map<string, number>()

  async function next(): Promise<NextTransaction | null> {
    isolatedRoom = Math.max(isolatedRoom, 1)
    const isDue = isOver({ sinceMs: isolatedMs, lengthMs: ISOLATED_INTERVAL_MS, nowMs: clock() })
    const shared = await nextShared()
    const mayAdd = isDue || (shared.length === 0 && !guard.gasBudget.isExceeded())
    const isolated = mayAdd ? await nextIsolated(shared) : []
    const operations = [...shared, ...isolated]
    const [first, ...others] = operations
    if (first === undefined) return null
    // Alone, the measured gas is that of the whole transaction.
    return { operations, gas: isolated.length === 1 && others.length === 0 ? first.gas : gasOf(operations) }
  }

  async function nextShared(): Promise<readonly ChannelOperation[]> {
    const queued = await withoutVain(await channels.queued(MAX_QUEUED, false))
    const chosen = nextOperations({
      queued,
      payerOf: payerOfOperation,
      sourceOf,
      isProven: (payer) => guard.proven.countOf(payer) > 0,
      isOverBudget: guard.gasBudget.isExceeded(),
    })
    return trials.passing(await withoutCode(chosen))
  }

  async function nextIsolated(shared: readonly ChannelOperation[]): Promise<readonly ChannelOperation[]> {
    const queued = await withoutVain(await channels.queued(MAX_QUEUED, true))
    await Promise.all(queued.map((operation) => Promise.resolve(guard.proven.load(payerOfOperation(operation) ?? ""))))
    const room = guard.gasBudget.isExceeded() ? 1 : isolatedRoom
    const measured: { readonly operation: ChannelOperation; readonly source: string }[] = []
    for (const { operation, source } of inTurn(queued).slice(0, room + MAX_FAILED_CHECKS)) {
      const others = [...shared, ...measured.map((one) => one.operation)]
      if (others.some((other) => isSameOwner(operation, other, payerOfOperation))) continue
      const used = await gasUsed(operation)
      if (used === null) {
        await trials.suspect(operation)
        continue
      }
      // The measured gas bounds what code can burn that does something else in the block.
      const limited = { ...operation, gas: smaller(withReserve(used), gasOf([operation])) }
      const isolated = [...measured.map((one) => one.operation), limited]
      // One that is left out is the first of a later transaction.
      if (measured.length > 0 && sumOfGas(isolated) > BigInt(room) * GAS_PER_ISOLATED) continue
      if (gasOf([...shared, ...isolated]) > MAX_GAS) break
      measured.push({ operation: limited, source })
      if (measured.length === room) break
    }
    const passing = new Set(await trials.passing(measured.map(({ operation }) => operation)))
    const chosen = measured.filter(({ operation }) => passing.has(operation))
    if (chosen.length === 0) return []
    const nowMs = clock()
    isolatedMs = nowMs
    if (queued.length === chosen.length) sourceSentMs.clear()
    for (const { source } of chosen) sourceSentMs.set(source, nowMs)
    return chosen.map(({ operation }) => operation)
  }

  /**
   * Payers that have paid before come first, then one of each source of money, then the one whose source has waited longest.
   */
  function inTurn(queued: readonly ChannelOperation[]) {
    const ofSource = new Map<string, number>()
    const all = queued.map((operation) => {
      const payer = payerOf(operation.call)
      const isNew = payer === null || guard.proven.countOf(payer) === 0
      const source = payer === null ? operation.id : sourceOf(payer)
      const place = ofSource.get(source) ?? 0
      ofSource.set(source, place + 1)
      return { operation, isNew, source, place }
    })
    return all.toSorted(
      (a, b) =>
        Number(a.isNew) - Number(b.isNew) ||
        a.place - b.place ||
        (sourceSentMs.get(a.source) ?? 0) - (sourceSentMs.get(b.source) ?? 0),
    )
  }

  /** The payer itself until the source is known, so that the node delays nothing. */
  function sourceOf(payer: `0x${string}`): string {
    void guard.sources.of(payer)
    return guard.sources.known(payer) ?? payer
  }

  /** Ends deposits that have expired, and those of a payer whose other deposit has failed on the chain. */
  async function withoutVain(queued: readonly ChannelOperation[]): Promise<readonly ChannelOperation[]> {
    const nowS = Math.floor(clock() / 1_000)
    const kept: ChannelOperation[] = []
    for (const operation of queued) {
      const { validUntilS, call } = operation
      const payer = payerOf(call)
      const isExpired = validUntilS !== null && validUntilS <= nowS + EXPIRY_MARGIN_S
      const reason = isExpired ? "expired" : payer && guard.coolDown.reasonFor(payer)
      if (reason === null) kept.push(operation)
      else await abandon(operation, reason)
    }
    return kept
  }

  /** Moves deposits whose code may burn gas to the other queue: those of accounts with code, and distrusted ones. */
  async function withoutCode(operations: readonly ChannelOperation[]): Promise<readonly ChannelOperation[]> {
    const haveCode = await Promise.all(
      operations.map(async (operation) => {
        const payer = payerOf(operation.call)
        if (payer === null) return false
        return (await chain.hasCode(payer)) || distrusted.has(payer)
      }),
    )
    const isolated = operations.filter((_, index) => haveCode[index])
    if (isolated.length > 0) await channels.isolate(isolated.map(({ id }) => id))
    return operations.filter((_, index) => haveCode[index] === false)
  }

  async function abandon(operation: ChannelOperation, reason: string): Promise<void> {
    const { id, amount } = operation
    trials.forget(id)
    await channels.abandon(id, reason, clock())
    options.onAbandoned(operation, { id, isDone: false, reason, amount })
  }

  async function gasUsed({ call }: ChannelOperation): Promise<bigint | null> {
    return chain.gasOf(account.address, call, await chain.gasPrice())
  }

  return {
    next,
    distrust(payer) {
      isolatedRoom = 0
      distrusted.add(payer)
    },
    trust() {
      if (isolatedRoom > 0) isolatedRoom = Math.min(isolatedRoom + 1, MAX_ISOLATED)
    },
  }
}

function payerOfOperation({ call }: ChannelOperation): `0x${string}` | null {
  return payerOf(call)
}

function sumOfGas(operations: readonly ChannelOperation[]): bigint {
  return operations.reduce((sum, { gas }) => sum + gas, 0n)
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function withReserve(gas: bigint): bigint {
  return (gas * 5n) / 4n
}
