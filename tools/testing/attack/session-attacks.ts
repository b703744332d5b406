import { gasCostUsdc } from "@/lib/x402/settlement/settlement-fees"
import { openSessionChain, openSessionService } from "@/tools/testing/payments/session-harness"
import { type AttackReport, localResources } from "./report"
import {
  gasSentBy,
  type HonestPayers,
  honestPayers,
  type SessionAttack,
  type SessionStage,
} from "./sessions/session-stage"
import { announcedWithdrawal, wrongTotals } from "./sessions/claim-attacks"
import {
  armedWallets,
  burningWallets,
  delegatedKeys,
  mixedSpends,
  movedBalances,
  oneBalance,
} from "./sessions/deposit-attacks"
import { partOfDeposit, publishedVouchers, refundedAndRefilled } from "./sessions/refund-attacks"

export type SessionAttackPlan = {
  readonly scale: number
  readonly blockTimeS: number
}

export const sessionAttacks: readonly SessionAttack[] = [
  partOfDeposit,
  refundedAndRefilled,
  publishedVouchers,
  announcedWithdrawal,
  wrongTotals,
  oneBalance,
  mixedSpends,
  burningWallets(20, 1),
  burningWallets(1, 20),
  armedWallets,
  movedBalances,
  delegatedKeys,
]

const HONEST: HonestPayers = { deposits: 10, purchasesEach: 6 }
/** An honest request is answered within so many blocks. */
const MAX_BLOCKS = 3
/** The attacker spends at least this part of what the service spends. */
const MIN_SHARE = 5n

const ETHER_PRICE_USD = 3_000
/** Wei per gas: the least on Base, and the ceiling that is set by default. */
const FEES = { floor: 5_000_000n, ceiling: 100_000_000n }

/** Runs one attack beside honest payers and compares the costs of both sides, in millionths of a dollar. */
export async function runSessionAttack(
  attack: SessionAttack,
  { scale, blockTimeS }: SessionAttackPlan,
): Promise<AttackReport> {
  const session = await openSessionChain()
  const service = await openSessionService(session, attack.service)
  try {
    const stage: SessionStage = { session, service }
    await attack.prepare?.(stage, scale)
    const honest = await honestPayers(stage, HONEST)
    const before = localResources()
    const firstBlock = await session.client.getBlockNumber({ cacheTime: 0 })
    await session.client.setAutomine(false)
    await session.client.setIntervalMining({ interval: blockTimeS })
    const [spend, sales] = await Promise.all([attack.run(stage, scale), honest.buy(blockTimeS * 1_000)])
    const ownGas = await gasSentBy(session, session.account.address, firstBlock)
    const serviceGas = ownGas > honest.gas ? ownGas - honest.gas : 0n
    const costs = ([gas, usdc]: readonly [bigint, bigint], fee: bigint) => gasCostUsdc(gas, fee, ETHER_PRICE_USD) + usdc
    const [attackerCost, serviceCost] = [
      costs([spend.gas, spend.usdc], FEES.floor),
      costs([serviceGas, 0n], FEES.floor),
    ]
    const dear = [costs([spend.gas, spend.usdc], FEES.ceiling), costs([serviceGas, 0n], FEES.ceiling)] as const
    const faults = [
      ...spend.faults,
      ...(attackerCost * MIN_SHARE < serviceCost ? ["the attacker spent less than a fifth of the service's cost"] : []),
      ...(dear[0] * MIN_SHARE < dear[1]
        ? [`at the ceiling of the fee the attacker spent ${dear[0]}, the service ${dear[1]}`]
        : []),
      ...(sales.served < sales.total ? [`${sales.total - sales.served} honest requests were not served`] : []),
      ...(sales.slowestMs > MAX_BLOCKS * blockTimeS * 1_000
        ? [`an honest request took ${sales.slowestMs} ms, more than ${MAX_BLOCKS} blocks`]
        : []),
    ]
    return {
      name: attack.name,
      unit: "micro-dollars",
      attackerCost: Number(attackerCost),
      serviceCost: Number(serviceCost),
      honest: sales,
      before,
      after: localResources(),
      faults,
    }
  } finally {
    await service.close()
    await session.stop()
  }
}
