import { createHash } from "node:crypto"
import { type Client, isAddress, parseTransaction } from "viem"
import { getBlockNumber, getTransactionCount } from "viem/actions"
import type { Clock } from "@/lib/domain/clock"
import { verifyChain } from "@/lib/domain/track-record/chain-check"
import type { SealedStore } from "@/lib/domain/track-record/sealed-store"
import type { SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import { type AnchorOnChain, anchorsIn, type Payee, withoutAnchor } from "@/lib/x402/chain/read-anchors"
import { pagesDown } from "@/lib/x402/chain/log-pages"
import type { RecordAnchors } from "@/lib/x402/ledger/record-anchors"

/**
 * The comparison of the record with its newest anchor on the chain.
 *
 * - `unchecked`: the node has not answered yet, which proves nothing against the record;
 * - `agrees`: the record has the head of the newest anchor, or the operator has accepted the difference;
 * - `contradicted`: the newest anchor names a head that the record does not have or does not lead to, so the record was changed
 *   or is older.
 */
export type AnchorCheckState =
  | { readonly kind: "unchecked" }
  | { readonly kind: "agrees"; readonly newest: AnchorOnChain | null; readonly checkedMs: number }
  | { readonly kind: "contradicted"; readonly anchor: AnchorOnChain }

export type AnchorCheckPorts = {
  readonly client: Client
  readonly payee: Payee
  /** Accounts that settle now. Those that the ledger knows from earlier are added. */
  readonly accounts: readonly string[]
  readonly sealed: Pick<SealedStore, "list">
  readonly anchors: Pick<RecordAnchors, "signers" | "signed" | "acceptances">
  readonly clock: Clock
}

/** 2,000 blocks each: about a month of Base. A service that anchors has an anchor in this time. */
const MAX_PAGES = 650

/**
 * Reads the newest anchor of the service from the chain and looks for its head in the record. The ledger is asked for no
 * anchor, because whoever changed the record can have changed the ledger as well.
 *
 * Rejects on faults of the node or the database.
 */
export async function checkNewestAnchor(ports: AnchorCheckPorts): Promise<AnchorCheckState> {
  const checkedMs = ports.clock()
  const newest = await newestOnChain(ports)
  if (newest === null) return { kind: "agrees", newest, checkedMs }
  const [records, acceptances] = await Promise.all([ports.sealed.list(), ports.anchors.acceptances()])
  const isKnown = leadsTo(records, newest.head)
  const isAccepted = acceptances.some(({ contradicted }) => contradicted === newest.transaction)
  return isKnown || isAccepted ? { kind: "agrees", newest, checkedMs } : { kind: "contradicted", anchor: newest }
}

/** Whether the record has this head, and everything before it is what was sealed. */
function leadsTo(records: readonly SealedSignal[], head: string): boolean {
  const place = records.findIndex(({ hash }) => hash === head)
  const upToHead = records.slice(0, place + 1).map(({ facts, ...sealed }) => ({ ...sealed, id: facts.id, facts }))
  return place >= 0 && verifyChain(upToHead, sha256).valid
}

async function newestOnChain({ client, payee, accounts, anchors }: AnchorCheckPorts): Promise<AnchorOnChain | null> {
  const own = new Set([...accounts.map((account) => account.toLowerCase()), ...(await anchors.signers())])
  // The chain itself says that an account sent nothing, so nobody who owns the database can switch the search off.
  if (!(await hasSent(client, [...own]))) return null
  const hasNone = async (hashes: readonly string[]) => withoutAnchor(await anchors.signed(hashes), dataOf)
  let pages = 0
  for (const page of pagesDown(await getBlockNumber(client, { cacheTime: 0 }))) {
    const { anchors: found } = await anchorsIn(client, { ...payee, ...page }, hasNone)
    const newest = found.findLast(({ sender }) => own.has(sender))
    if (newest !== undefined) return newest
    if (++pages === MAX_PAGES) break
  }
  return null
}

async function hasSent(client: Client, accounts: readonly string[]): Promise<boolean> {
  // A damaged row of the ledger names no account, and must not stop the comparison.
  const addresses = accounts.filter((account) => isAddress(account, { strict: false }))
  const counts = await Promise.all(addresses.map((address) => getTransactionCount(client, { address })))
  return counts.some((count) => count > 0)
}

function dataOf(raw: `0x${string}`): string {
  return parseTransaction(raw).data ?? "0x"
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex")
}
