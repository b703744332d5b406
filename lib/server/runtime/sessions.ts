import { randomUUID } from "node:crypto"
import type { Client } from "viem"
import { getCode } from "viem/actions"
import { privateKeyToAddress } from "viem/accounts"
import { CHANNEL_CONTRACTS, createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { channelDigests } from "@/lib/x402/chain/channels/channel-digests"
import { digestSigner } from "@/lib/x402/chain/crypto"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { type Config, InvalidConfigError } from "@/lib/server/config/env"
import type { SessionSettings } from "@/lib/server/config/session-env"
import type { GasGuard } from "@/lib/x402/gate/gas-guard"
import { createSqlChannelLedger } from "@/lib/x402/ledger/channels/sql-channel-ledger"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { SETTLER_LEASE_MS } from "@/lib/x402/ledger/settlement-cluster"
import { timerSleep } from "@/lib/outbound/ports"
import { type ChannelJob, type ChannelTerm, startChannelJob } from "@/lib/x402/sessions/channel-job"
import { createSessionGate, type SessionGate } from "@/lib/x402/sessions/session-gate"
import type { PaymentTerms, SessionTerms } from "@/lib/x402/wire/requirements"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { pauseOfSession } from "./sales-gate"

type Ports = {
  readonly store: Store
  readonly ledger: Ledger
  readonly chain: UsdcChain
  readonly client: Client
  readonly terms: PaymentTerms
  readonly guard: GasGuard
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

export type Sessions = { readonly payByChannel: SessionGate; readonly job: ChannelJob }

/** The terms in the offer of sessions. */
export function sessionTerms({ privateKey, withdrawDelayS, minDeposit }: SessionSettings): SessionTerms {
  return { receiverAuthorizer: privateKeyToAddress(privateKey), withdrawDelayS, minDeposit }
}

/**
 * Opens sessions and starts their job; `null` while they are off.
 *
 * @throws {InvalidConfigError} the chain has no code at an address of the settlement contracts
 */
export async function openSessions(settings: Config, ports: Ports): Promise<Sessions | null> {
  const { sessions: set, chain: network, databaseUrl, settlement } = settings
  const { store, ledger, client, terms, guard, log } = ports
  if (set === null || terms.sessions === null) return null
  await checkContracts(client, log)
  const { chainId } = network
  const { address: verifyingContract, name, version } = network.usdc
  const digests = channelDigests({ name, version, chainId, verifyingContract })
  const chain = { ...ports.chain, ...createChannelChain(client) }
  const authorizer = digestSigner(set.privateKey)
  const channels = createSqlChannelLedger(store)
  const common = { channels, digests, authorizer, terms, guard, clock: Date.now, sleep: timerSleep }
  const job = startChannelJob({
    ...common,
    newTerm: () => newTerm(store, databaseUrl !== null),
    chain,
    account: settlementAccount(set.privateKey),
    chainId,
    maxFeePerGas: settlement.maxFeePerGas,
    replaceAfterMs: settlement.replaceAfterMs,
    claims: {
      thresholdUnits: set.claimThreshold,
      intervalMs: set.claimIntervalMs,
      maxChannelUnits: set.maxChannelUnclaimed,
    },
    maxUnclaimedUnits: set.maxUnclaimed,
    alarmClaims: settlement.alarmBatches,
    withdrawDelayS: set.withdrawDelayS,
    log,
  })
  const payByChannel = createSessionGate({
    ...common,
    ledger,
    chain,
    sender: privateKeyToAddress(set.privateKey),
    sessions: terms.sessions,
    resendWindowMs: settings.resendWindowMs,
    isPaused: () => job.isPaused(),
    limits: job.limits,
    pauseOf: pauseOfSession,
    wake: () => job.wake(),
  })
  await job.ready
  return { payByChannel, job }
}

/** Of several processes one sends at a time. A lost lease is never taken up again under the same name. */
function newTerm(store: Store, isShared: boolean): ChannelTerm {
  if (!isShared) return { lease: null, channels: createSqlChannelLedger(store) }
  const fence = { name: "sessions", holder: randomUUID() }
  return {
    lease: createLease(store, { ...fence, ttlMs: SETTLER_LEASE_MS }),
    channels: createSqlChannelLedger(store, fence),
  }
}

async function checkContracts(client: Client, log: Ports["log"]): Promise<void> {
  let codes: readonly (string | undefined)[]
  try {
    codes = await Promise.all(CHANNEL_CONTRACTS.map((address) => getCode(client, { address })))
  } catch (error) {
    return log("session_contracts_not_checked", { err: error })
  }
  const missing = CHANNEL_CONTRACTS.filter((_, index) => codes[index] === undefined)
  if (missing.length > 0) {
    throw new InvalidConfigError([`SESSIONS: the chain has no contract at ${missing.join(" and ")}; set SESSIONS=off`])
  }
}
