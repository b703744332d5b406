import { numberToHex } from "viem"
import type { Search } from "@/lib/x402/chain/find-transfer"
import type { Preflight } from "@/lib/x402/chain/preflight"
import { recoverSigner } from "@/lib/x402/chain/crypto"
import type { Authorization } from "@/lib/x402/chain/authorization"
import type { PlainTransfer } from "@/lib/x402/chain/usdc-chain"
import { createRedeliveryStores } from "@/lib/x402/ledger/redelivery-stores"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import type { SalesPause } from "@/lib/x402/errors"
import { createGasGuard } from "@/lib/x402/gate/gas-guard"
import { createGate, type GateOptions } from "@/lib/x402/gate/gate"
import { idempotentGate } from "@/lib/x402/gate/idempotent-gate"
import { createRedeliverBySignIn } from "@/lib/x402/gate/sign-in-redelivery"
import { createVerifySignIn } from "@/lib/x402/gate/verify-sign-in"
import type { Settlement } from "@/lib/x402/settlement/settler"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { digestOf, NOW_MS, terms } from "./fixtures"

export const PASSING_PREFLIGHT: Preflight = {
  blockNumber: 1n,
  balance: 1_000_000n,
  used: false,
  executes: true,
  deployment: "none",
}

export const NO_GAS: SalesPause = { part: "settler", why: "no gas left", code: "chain_unavailable", retryAfterS: 15 }

export const REDELIVERY_WINDOW_MS = 900_000
export const RESEND_WINDOW_MS = 300_000

/** A gate on a real ledger in memory, with a fake chain, a fake settler and a clock that a test sets. */
export async function openGate(wrap: (ledger: Ledger) => Ledger = (ledger) => ledger) {
  const store = await openEmbeddedStore(":memory:")
  const plain = createSqlLedger(store)
  const ledger = wrap(plain)
  const fakes = {
    nowMs: NOW_MS,
    isPaused: false,
    calls: [] as string[],
    /** As the token does: a transfer without a signature of the payer's key does not execute. */
    preflight: ({ signature, ...transfer }: Authorization): Promise<Preflight> => {
      const signer = recoverSigner(digestOf(transfer), signature)
      return Promise.resolve({ ...PASSING_PREFLIGHT, executes: signer === transfer.from })
    },
    findTransfer: (): Promise<Search> => Promise.resolve({ transfer: null, isCertain: true }),
    isValidSignature: (): Promise<boolean> => Promise.resolve(false),
    hasCode: (): Promise<boolean> => Promise.resolve(false),
    plainTransfer: (): Promise<PlainTransfer | null> => Promise.resolve(null),
    settle: (id: string, _payment: PaymentToSettle): Promise<Settlement> => settled(plain, id, fakes.nowMs),
    /** Called during each sleep. Time advances without it. */
    onSleep: (): Promise<void> => Promise.resolve(),
  }
  const recordCall = <T>(name: string, result: T): T => {
    fakes.calls.push(name)
    return result
  }
  const time = {
    clock: () => fakes.nowMs,
    async sleep(ms: number) {
      fakes.nowMs += ms
      await fakes.onSleep()
    },
  }
  const options: GateOptions = {
    ...time,
    guard: createGasGuard({
      ...time,
      chain: { fundingSource: () => Promise.resolve(null), gasPrice: () => Promise.resolve(1n) },
      maxRefusedShare: 0.2,
      log: () => undefined,
    }),
    ledger: {
      ...ledger,
      claim: (...args) => recordCall("claim", ledger.claim(...args)),
      find: (...args) => recordCall("find", ledger.find(...args)),
    },
    chain: {
      preflight: (proof) => recordCall("preflight", fakes.preflight(proof)),
      findTransfer: () => recordCall("findTransfer", fakes.findTransfer()),
      plainTransfer: () => recordCall("plainTransfer", fakes.plainTransfer()),
      isValidSignature: () => recordCall("isValidSignature", fakes.isValidSignature()),
      hasCode: () => recordCall("hasCode", fakes.hasCode()),
    },
    settler: { settle: (payment) => recordCall("settle", fakes.settle(payment.id, payment)) },
    pauseOf: () => (fakes.isPaused ? NO_GAS : null),
    terms,
    payerDigest: digestOf,
    resendWindowMs: RESEND_WINDOW_MS,
    confirmations: 2,
    paysGas: true,
  }
  const ports = { ...options, ...createRedeliveryStores(store), redeliveryWindowMs: REDELIVERY_WINDOW_MS }
  const verifySignIn = createVerifySignIn(ports)
  const redeliverBySignIn = createRedeliverBySignIn({ ...ports, verifySignIn })
  const gate = { ...idempotentGate(createGate(options), ports), verifySignIn, redeliverBySignIn }
  return { gate, ledger: plain, fakes, close: () => store.destroy() }
}

let lastBlock = 0

/** Sends and settles a payment in its own transaction. */
export async function settled(ledger: Ledger, id: string, nowMs: number): Promise<Settlement> {
  const transaction = await send(ledger, id, nowMs)
  await ledger.markSettled([id], { hash: transaction, blockNumber: 1n, gasUsed: 1n }, nowMs)
  return { kind: "settled", transaction }
}

/** Records a transaction for a payment, as a settler does before it broadcasts. */
export async function send(ledger: Ledger, id: string, nowMs: number): Promise<`0x${string}`> {
  lastBlock += 1
  const hash = numberToHex(lastBlock, { size: 32 })
  const transaction = { hash, signer: terms.payTo, nonce: lastBlock, raw: "0x02", maxFeePerGas: 1n } as const
  const payment = await ledger.find(id)
  if (!payment || !(await ledger.markSent(transaction, [payment], nowMs)))
    throw new Error(`${id} does not wait for settlement.`)
  return hash
}
