import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { WaitEnd } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { type SettlementCluster, createSettlementCluster } from "@/lib/x402/ledger/settlement-cluster"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { createChainSettler } from "@/lib/x402/settlement/chain-settler"
import type { Settler } from "@/lib/x402/settlement/settler"
import { createSharedSettler } from "@/lib/x402/sharing/shared-settler"
import { openPostgresChannel } from "@/lib/store/postgres-channel"
import { postgresUrl, type TestDatabase } from "@/tools/testing/databases/databases"
import { CHAIN_ID, isByKey } from "./fixtures"
import { newGasGuard, unlimitedFunds, type PaymentSetup } from "./payment-setup"

/** One of several processes: its own connections to the ledger, and its own settler. */
export type SettlingProcess = {
  readonly ledger: Ledger
  readonly settler: Settler
  /** Transactions that it sent to the node. */
  readonly broadcasts: () => number
  /** The transactions that it has broadcast, each once. */
  readonly sent: () => ReadonlySet<string>
  readonly log: readonly string[]
  readonly stop: () => Promise<void>
}

export type ProcessOptions = {
  readonly waitMs?: number
  readonly change?: (cluster: SettlementCluster) => SettlementCluster
  readonly chain?: (chain: UsdcChain) => UsdcChain
}

const WAIT_MS = 10_000

/** Its waits between polls and retries pass 20 times as fast as the clock. */
export async function openProcess(
  setup: PaymentSetup,
  database: TestDatabase,
  { waitMs = WAIT_MS, change = (cluster) => cluster, chain = (same) => same }: ProcessOptions = {},
): Promise<SettlingProcess> {
  const store = await database.another()
  const channel = openPostgresChannel(store, {
    url: await postgresUrl(),
    schema: database.name,
    onFault: () => undefined,
  })
  const ledger = createSqlLedger(store)
  const log: string[] = []
  let broadcasts = 0
  const sent = new Set<string>()
  const counted: UsdcChain = {
    ...setup.usdcChain,
    broadcast: (raw) => {
      broadcasts += 1
      sent.add(raw)
      return setup.usdcChain.broadcast(raw)
    },
  }
  const shared = {
    ledger,
    clock: Date.now,
    sleep: (ms: number, end?: WaitEnd) => timerSleep(ms === waitMs ? ms : ms / 20, end),
    waitMs,
    log: (event: string) => void log.push(event),
  }
  const limits = { maxFeePerGas: 10n ** 12n, replaceAfterMs: 30_000, guard: newGasGuard(setup.usdcChain) }
  const keys = { accounts: [setup.account], funds: unlimitedFunds, chainId: CHAIN_ID, isByKey }
  const own = { ...shared, ...limits, ...keys, chain: chain(counted) }
  const settler = createSharedSettler({
    ...shared,
    cluster: change(createSettlementCluster(store, channel)),
    account: setup.account.address,
    openSettler: (fenced, announce) => createChainSettler({ ...own, ledger: fenced, announce }),
  })
  await settler.recover()
  const stop = async () => {
    await settler.stop()
    await channel.close()
  }
  return { ledger, settler, broadcasts: () => broadcasts, sent: () => sent, log, stop }
}
