import type { PayeeAccount, RefundStatus, SignedRefund } from "./payee-account"
import type { Sale } from "./sales"
import type { StoredRefund, RecordResult, Refund, RefundStore } from "./refunds"

type Ports = { readonly refunds: RefundStore; readonly account: PayeeAccount; readonly clock: () => number }

type Terms = {
  readonly reason: string
  /**
   * The operator's statement that the recorded transaction will never be in a block. It is safe without proof while its
   * nonce is free: the new transaction has the same nonce, and a block takes only one of them.
   */
  readonly replace: boolean
}

export type Outcome = { readonly transaction: `0x${string}`; readonly status: RefundStatus }

/**
 * Refunds the price of a sale once. The row with the signed bytes is written before they are sent, so an interrupted
 * refund continues with the same transaction, which the chain accepts once.
 */
export async function makeRefund(ports: Ports, sale: Sale, terms: Terms): Promise<Outcome> {
  const { refunds, account, clock } = ports
  if (account.address.toLowerCase() !== sale.payTo) {
    throw new Error(`PAYEE_PRIVATE_KEY: it is the key of ${account.address}, and ${sale.payTo} was paid.`)
  }
  const known = await refunds.find(sale.id)
  if (known !== null) return resumeRefund(ports, { sale, known, terms })
  const signed = await signAndRecord(ports, sale, (next) => refunds.begin(toRefund(next, sale, terms), clock()))
  return send(ports, sale, signed)
}

/**
 * Signs under a nonce that no other refund has taken, and records the refund. The node does not count a refund that
 * another process has signed and not sent yet, so the ledger reserves nonces.
 */
async function signAndRecord(
  { refunds, account, clock }: Ports,
  sale: Sale,
  record: (signed: SignedRefund) => Promise<RecordResult>,
): Promise<SignedRefund> {
  for (;;) {
    const reserved = await refunds.reservedNonce(clock())
    const signed = await account.sign(sale, { minNonce: reserved === null ? 0 : reserved + 1 })
    const recorded = await record(signed)
    if (recorded === "recorded") return signed
    if (recorded === "refunded_elsewhere") throw new ConcurrentRefundError()
  }
}

type Interrupted = { readonly sale: Sale; readonly known: StoredRefund; readonly terms: Terms }

async function resumeRefund(ports: Ports, { sale, known, terms }: Interrupted): Promise<Outcome> {
  const { refunds, account, clock } = ports
  const { transaction, raw, nonce } = known
  if (known.completedAtMs !== null) throw new Error(`This payment was refunded in ${transaction} (${known.reason}).`)
  const kept = raw === null || nonce === null ? null : { transaction, raw, nonce }
  // The count is read first: if this transaction used the nonce, its receipt is available afterwards.
  const canBeMined = kept !== null && kept.nonce >= (await account.minedCount())
  const seen = await findMinedTransaction(account, [transaction, ...known.former])
  if (seen?.status === "success") {
    await refunds.markCompleted({ paymentId: sale.id, transaction: seen.transaction }, clock())
    return seen
  }
  const isOpen = seen === null && canBeMined
  if (isOpen && !terms.replace) return send(ports, sale, kept)
  // A node prunes old receipts, so a missing receipt alone does not prove that nothing was paid.
  if (seen === null && !terms.replace) throw new MissingRefundError(known)
  if (!isOpen) {
    const replace = (next: SignedRefund) => refunds.replace(transaction, toRefund(next, sale, terms), clock())
    return send(ports, sale, await signAndRecord(ports, sale, replace))
  }
  const signed = await account.sign(sale, { former: kept })
  const refund = { ...toRefund(signed, sale, terms), former: [...known.former, transaction] }
  if ((await refunds.replace(transaction, refund, clock())) !== "recorded") throw new ConcurrentRefundError()
  return send(ports, sale, signed)
}

/** At most one of several transactions with one nonce is in a block. `null`: none is. */
async function findMinedTransaction(
  account: PayeeAccount,
  transactions: readonly `0x${string}`[],
): Promise<Outcome | null> {
  for (const transaction of transactions) {
    const status = await account.statusOf(transaction)
    if (status !== null) return { transaction, status }
  }
  return null
}

async function send({ refunds, account, clock }: Ports, { id }: Sale, signed: SignedRefund): Promise<Outcome> {
  const { transaction } = signed
  const status = await account.send(signed).catch((cause: unknown) => {
    throw new InterruptedError(transaction, cause)
  })
  if (status === "success") await refunds.markCompleted({ paymentId: id, transaction }, clock())
  return { transaction, status }
}

function toRefund(signed: SignedRefund, { id }: Sale, { reason }: Terms): Refund {
  return { paymentId: id, ...signed, former: [], reason }
}

class ConcurrentRefundError extends Error {
  constructor() {
    super("Somebody else is refunding this payment.")
  }
}

class MissingRefundError extends Error {
  constructor({ transaction, nonce }: StoredRefund) {
    const why = nonce === null ? "its bytes were not kept" : `another transaction has its nonce ${nonce}`
    super(
      `The node knows no block with the refund ${transaction}, and ${why}. Look it up in an explorer: --replace sends another.`,
    )
  }
}

class InterruptedError extends Error {
  constructor(transaction: `0x${string}`, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `The refund ${transaction} is in the ledger and in no block yet; the same call again goes on with it, and with --replace pays higher fees. ${reason}`,
      {
        cause,
      },
    )
  }
}
