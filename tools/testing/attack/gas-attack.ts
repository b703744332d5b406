import { erc20Abi, parseEther, parseGwei } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { privateKeyToAccount } from "viem/accounts"
import { timerSleep } from "@/lib/outbound/ports"
import type { Authorization } from "@/lib/x402/ledger/payment"
import { sandboxUsdcAbi } from "@/lib/sandbox/chain/contracts"
import { newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { openAttackedService } from "@/tools/testing/payments/attacked-service"
import { authorizeNow, openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { type AttackReport, localResources } from "./report"

export type GasAttackPlan = {
  readonly rounds: number
  /** Payments that the attacker's key sends at once in each round. */
  readonly size: number
  /** Honest payers with new keys, one payment each, spread over the attack. */
  readonly honestPayers: number
  /** The shortest time between two blocks. */
  readonly blockTimeMs: number
}

type PaymentService = Awaited<ReturnType<typeof openAttackedService>>

/** The attacker moves its money when the settler's transaction is in the mempool, or after this time. */
const MOVE_AFTER_MS = 1_500
const POLL_MS = 25
const MAX_COST_RATIO = 5
/** Node's HTTP client closes idle connections after four seconds. They are not a leak. */
const IDLE_CONNECTION_MS = 5_000
/** How often an honest payer repeats its request while the answer is "pending". */
const MAX_REQUESTS = 10
/** `transferWithAuthorization` with the signature as bytes. */
const TRANSFER_SELECTOR = "cf092995"

/**
 * A key that holds the price of `size` payments sends all of them at once. Before the next block it moves its balance to a new
 * key with a higher tip, so that the payments fail on chain at the cost of the settler. Each round repeats this with the key that
 * has the money.
 */
export async function runGasAttack(plan: GasAttackPlan): Promise<AttackReport> {
  const setup = await openPaymentSetup()
  try {
    const keys = Array.from({ length: plan.rounds + 1 }, newPayer)
    const payers = Array.from({ length: plan.honestPayers }, newPayer)
    await fund(setup, keys, payers, plan)
    const proofs = await Promise.all(
      keys.slice(0, -1).map((key) => Promise.all(Array.from({ length: plan.size }, () => sign(key)))),
    )
    const honestProofs = await Promise.all(payers.map((payer) => sign(payer)))
    await setup.client.setAutomine(false)
    const before = localResources()
    const firstBlock = await setup.client.getBlockNumber({ cacheTime: 0 })
    const service = await openAttackedService(setup)
    const spacingMs = (plan.rounds * plan.blockTimeMs) / Math.max(1, plan.honestPayers)
    const sales = Promise.all(honestProofs.map((proof, index) => buy(service, proof, index * spacingMs)))
    const attackerCost = await attack(setup, service, { keys, proofs, plan })
    await setup.client.setAutomine(true)
    await setup.client.mine({ blocks: 1 })
    const unserved = (await sales).filter((outcome) => outcome !== "delivered")
    const served = plan.honestPayers - unserved.length
    await service.close()
    await timerSleep(IDLE_CONNECTION_MS)
    const serviceCost = await refusedGasSince(setup, firstBlock)
    const ratio = serviceCost / attackerCost
    const faults = [
      ...(ratio > MAX_COST_RATIO ? [`the service spent ${ratio.toFixed(1)} times the attacker's gas`] : []),
      ...(served < plan.honestPayers
        ? [`${unserved.length} honest payers were not served: ${unserved.join(", ")}`]
        : []),
    ]
    const honest = { served, total: plan.honestPayers }
    const costs = { unit: "gas", attackerCost, serviceCost } as const
    return { name: "payer that moves its balance", ...costs, honest, before, after: localResources(), faults }
  } finally {
    await setup.stop()
  }
}

const sign = (payer: PrivateKeyAccount) => authorizeNow(payer, { validBeforeS: Math.floor(Date.now() / 1_000) + 3_600 })

async function fund(
  { client, chain, mint }: PaymentSetup,
  keys: readonly PrivateKeyAccount[],
  payers: readonly PrivateKeyAccount[],
  { size }: GasAttackPlan,
): Promise<void> {
  const [first] = keys
  if (first === undefined) return
  for (const { address } of keys) await client.setBalance({ address, value: parseEther("1") })
  const call = { address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "mint" } as const
  const account = privateKeyToAccount(chain.faucetPrivateKey)
  const hash = await client.writeContract({ account, ...call, args: [first.address, PRICE * BigInt(size)] })
  await client.waitForTransactionReceipt({ hash })
  await mint(...payers.map(({ address }) => address))
}

/** Runs all rounds. Returns the gas that the attacker spent. */
async function attack(
  setup: PaymentSetup,
  service: PaymentService,
  { keys, proofs, plan }: Attackers & { readonly plan: GasAttackPlan },
): Promise<number> {
  let gas = 0
  for (const [index, batch] of proofs.entries()) {
    const [from, to] = [keys[index], keys[index + 1]]
    if (from === undefined || to === undefined) break
    const blockDue = timerSleep(plan.blockTimeMs)
    // The outcomes do not matter to the attacker.
    for (const proof of batch) void service.attempt(proof)
    await settlerSent(setup)
    gas += await moveBalance(setup, { from, to, blockDue })
  }
  return gas
}

type Attackers = {
  readonly keys: readonly PrivateKeyAccount[]
  readonly proofs: readonly (readonly Authorization[])[]
}

/** Resolves when a transaction of the settler waits for its block. */
async function settlerSent({ client, account }: PaymentSetup): Promise<void> {
  const { address } = account
  const mined = await client.getTransactionCount({ address, blockTag: "latest" })
  for (let waitedMs = 0; waitedMs < MOVE_AFTER_MS; waitedMs += POLL_MS) {
    if ((await client.getTransactionCount({ address, blockTag: "pending" })) > mined) return
    await timerSleep(POLL_MS)
  }
}

type BalanceMove = {
  readonly from: PrivateKeyAccount
  readonly to: PrivateKeyAccount
  readonly blockDue: Promise<void>
}

/** Moves all that a key holds ahead of the payments in the same block. Returns the gas. */
async function moveBalance({ client, balanceOf }: PaymentSetup, { from, to, blockDue }: BalanceMove): Promise<number> {
  const balance = await balanceOf(from.address)
  const hash = await client.writeContract({
    account: from,
    address: terms.asset,
    abi: erc20Abi,
    functionName: "transfer",
    args: [to.address, balance],
    gas: 100_000n,
    maxPriorityFeePerGas: parseGwei("5"),
    maxFeePerGas: parseGwei("50"),
  })
  await blockDue
  await client.mine({ blocks: 1 })
  const { status, gasUsed } = await client.waitForTransactionReceipt({ hash })
  if (status !== "success") throw new Error("The attacker could not move its balance.")
  return Number(gasUsed)
}

/** Repeats the request until it is answered, as a client does. Returns the last outcome. */
async function buy({ attempt }: PaymentService, proof: Authorization, afterMs: number): Promise<string> {
  await timerSleep(afterMs)
  for (let poll = 0; poll < MAX_REQUESTS; poll += 1) {
    const outcome = await attempt(proof)
    if (outcome.kind === "failed") return `failed (${String(outcome.cause)})`
    if (outcome.kind === "refused") return `refused (${outcome.reason})`
    if (outcome.kind !== "pending") return outcome.kind
  }
  return "pending"
}

/** Gas of the settler's transactions, as far as it was used for payments that failed. */
async function refusedGasSince({ client, account }: PaymentSetup, block: bigint): Promise<number> {
  const newest = await client.getBlockNumber({ cacheTime: 0 })
  let refusedGas = 0
  for (let blockNumber = block + 1n; blockNumber <= newest; blockNumber += 1n) {
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
    for (const { hash, from, input } of transactions) {
      if (from !== account.address.toLowerCase()) continue
      const { gasUsed, logs } = await client.getTransactionReceipt({ hash })
      const payments = input.split(TRANSFER_SELECTOR).length - 1
      // Each settled payment logs that its authorization was used and that the money moved.
      const settled = logs.length / 2
      if (payments > 0) refusedGas += (Number(gasUsed) * (payments - settled)) / payments
    }
  }
  return Math.round(refusedGas)
}
