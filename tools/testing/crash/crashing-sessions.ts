import { randomUUID } from "node:crypto"
import type { Client } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import type { z } from "zod"
import { createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { channelDigests } from "@/lib/x402/chain/channels/channel-digests"
import { digestSigner } from "@/lib/x402/chain/crypto"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import { createUsdcChain } from "@/lib/x402/chain/usdc-chain"
import { usdc } from "@/lib/domain/usdc"
import { claimTotalOf } from "@/lib/x402/ledger/channels/channel"
import { createSqlChannelLedger } from "@/lib/x402/ledger/channels/sql-channel-ledger"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { SETTLER_LEASE_MS } from "@/lib/x402/ledger/settlement-cluster"
import { timerSleep } from "@/lib/outbound/ports"
import { createGasGuard } from "@/lib/x402/gate/gas-guard"
import { startChannelJob } from "@/lib/x402/sessions/channel-job"
import { createSessionGate, type SessionGate } from "@/lib/x402/sessions/session-gate"
import type { SessionTerms } from "@/lib/x402/wire/requirements"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { CHAIN_ID, terms, tokenDomain } from "@/tools/testing/payments/fixtures"
import { reportingChannelLedger, withFaults } from "./fault-injection"
import type { ProcessArgs } from "./process-args"

export function crashSessionTerms(sessionPrivateKey: `0x${string}`): SessionTerms {
  return {
    receiverAuthorizer: privateKeyToAddress(sessionPrivateKey),
    withdrawDelayS: 86_400,
    minDeposit: usdc(50_000n),
  }
}

type Args = z.output<typeof ProcessArgs>
type Ports = {
  readonly store: Store
  readonly ledger: Ledger
  readonly client: Client
  readonly random: () => number
  readonly at: Parameters<typeof reportingChannelLedger>[1]
}

/** Sessions of one server process, which claims each voucher at once. */
export function openSessions(args: Args, { store, ledger, client, random, at }: Ports) {
  const key = args.sessionPrivateKey
  const sessions = crashSessionTerms(key)
  const offered = { ...terms, sessions }
  const plain = { ...createUsdcChain({ client, usdc: terms.asset, factories: [] }), ...createChannelChain(client) }
  const chain = { ...plain, ...withFaults(plain, args.faults, random, at) }
  const channels = reportingChannelLedger(createSqlChannelLedger(store), at)
  const time = { clock: Date.now, sleep: timerSleep }
  const common = {
    digests: channelDigests(tokenDomain),
    authorizer: digestSigner(key),
    terms: offered,
    guard: createGasGuard({ ...time, chain: plain, maxRefusedShare: 0.2, log: () => undefined }),
    ...time,
  }
  const newTerm = () => {
    if (typeof args.database === "string") return { lease: null, channels }
    const fence = { name: "sessions", holder: randomUUID() }
    const lease = createLease(store, { ...fence, ttlMs: SETTLER_LEASE_MS })
    return { lease, channels: reportingChannelLedger(createSqlChannelLedger(store, fence), at) }
  }
  const job = startChannelJob({
    ...common,
    newTerm,
    chain,
    account: settlementAccount(key),
    chainId: CHAIN_ID,
    maxFeePerGas: 10n ** 12n,
    replaceAfterMs: 30_000,
    claims: { thresholdUnits: 1n, intervalMs: 100, maxChannelUnits: 10_000_000n },
    channels,
    maxUnclaimedUnits: 100_000_000n,
    alarmClaims: 1,
    withdrawDelayS: sessions.withdrawDelayS,
    log: () => undefined,
  })
  const gate = createSessionGate({
    ...common,
    channels,
    ledger,
    chain,
    sender: settlementAccount(key).address,
    sessions,
    resendWindowMs: 900_000,
    isPaused: () => false,
    limits: job.limits,
    pauseOf: () => null,
    wake: () => job.wake(),
  })

  const payByChannel: SessionGate = async (...payment) => {
    await job.ready
    return gate(...payment)
  }

  /** Every voucher is claimed, every claim is transferred, and no transaction is pending. */
  async function isFinished(): Promise<boolean> {
    const kinds = ["deposit", "refund", "claim"] as const
    const open = await Promise.all(kinds.map((kind) => channels.countOpen(kind)))
    if (open.some((count) => count > 0) || (await channels.exposure(common.authorizer.address)).channels > 0)
      return false
    for (const { id, charged } of await channels.watched(0, 1_000)) {
      if ((await plain.read(id)).totalClaimed < claimTotalOf(charged)) return false
    }
    const { claimed, settled } = await plain.unsettled(terms.payTo, terms.asset)
    return claimed === settled
  }

  async function finish(): Promise<void> {
    while (!(await isFinished().catch(() => false))) await timerSleep(50)
    await job.stop()
  }

  return { payByChannel, finish }
}
