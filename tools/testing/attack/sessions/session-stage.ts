import type { PrivateKeyAccount } from "viem/accounts"
import { timerSleep } from "@/lib/outbound/ports"
import type { SessionChain, SessionService, SessionServiceOptions } from "@/tools/testing/payments/session-harness"

/** The service under attack, and its chain. */
export type SessionStage = { readonly session: SessionChain; readonly service: SessionService }

/** One way to make sessions cost more than they bring in. */
export type SessionAttack = {
  readonly name: string
  /**
   * Runs the attack on a chain that makes blocks by the clock. `scale` is a share of the full size. Reports what the attacker
   * spent; the runner counts what the service spent.
   */
  readonly run: (stage: SessionStage, scale: number) => Promise<AttackerSpend>
  /** Settings of the attacked service. */
  readonly service?: SessionServiceOptions
  /** Runs before blocks are made by the clock, for example to open channels. */
  readonly prepare?: (stage: SessionStage, scale: number) => Promise<void>
}

export type AttackerSpend = {
  readonly gas: bigint
  /** USDC that the attacker does not get back. */
  readonly usdc: bigint
  /** What must not have happened, for example an answer that was not paid. */
  readonly faults: readonly string[]
}

export type HonestPayers = {
  /** New payers, each with one deposit that buys an answer. */
  readonly deposits: number
  /** Further purchases of each by voucher. */
  readonly purchasesEach: number
}

export type HonestSales = { readonly served: number; readonly total: number; readonly slowestMs: number }

/** Honest payers with funded wallets. `gas`: what the service spends on their deposits without an attack. */
export async function honestPayers({ session, service }: SessionStage, { deposits, purchasesEach }: HonestPayers) {
  const wallets: PrivateKeyAccount[] = []
  for (let count = 0; count < deposits; count += 1) wallets.push(await session.newWallet())
  const first = await session.client.getBlockNumber({ cacheTime: 0 })
  const sample = await service.buyer(await session.newWallet()).pay()
  if (!sample.ok) throw new Error(`An honest deposit was answered with ${sample.status}.`)
  const gasOfDeposit = await gasSentBy(session, session.account.address, first)

  /** A deposit of a new payer every half block, each followed by its purchases. */
  async function buy(blockTimeMs: number): Promise<HonestSales> {
    const times = await Promise.all(
      wallets.map(async (wallet, index) => {
        await timerSleep((index * blockTimeMs) / 2)
        return purchases(wallet)
      }),
    )
    const served = times.flat().filter((ms) => ms !== null)
    return { served: served.length, total: deposits * (1 + purchasesEach), slowestMs: Math.max(0, ...served) }
  }

  /** How long each purchase took; `null` when it was not delivered. */
  async function purchases(wallet: PrivateKeyAccount): Promise<readonly (number | null)[]> {
    const { pay } = service.buyer(wallet)
    const times: (number | null)[] = []
    for (let purchase = 0; purchase <= purchasesEach; purchase += 1) {
      const startedMs = performance.now()
      const isServed = await pay().then(
        ({ ok }) => ok,
        () => false,
      )
      times.push(isServed ? Math.round(performance.now() - startedMs) : null)
    }
    return times
  }

  return { buy, gas: gasOfDeposit * BigInt(deposits) }
}

/** Gas of all transactions that an account has sent since a block. */
export async function gasSentBy(
  { client }: Pick<SessionChain, "client">,
  address: `0x${string}`,
  sinceBlock: bigint,
): Promise<bigint> {
  const newest = await client.getBlockNumber({ cacheTime: 0 })
  let gas = 0n
  for (let blockNumber = sinceBlock + 1n; blockNumber <= newest; blockNumber += 1n) {
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
    for (const { hash, from } of transactions) {
      if (from !== address.toLowerCase()) continue
      gas += (await client.getTransactionReceipt({ hash })).gasUsed
    }
  }
  return gas
}
