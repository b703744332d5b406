import { readFileSync } from "node:fs"
import { getBlockNumber } from "viem/actions"
import { createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { incomingTransfers } from "@/lib/x402/chain/incoming-transfers"
import { formatUsdc, signedUsdc, usdc } from "@/lib/domain/usdc"
import { createAcknowledgements } from "@/tools/ledger/acknowledgements"
import { audit } from "@/tools/ledger/audit"
import { auditSessions, type SessionAudit } from "@/tools/ledger/audit-sessions"
import { ALL_TIME, facilitatedIn, oldestBlock, salesOf } from "@/tools/ledger/sales"
import { hex } from "@/lib/x402/ledger/hex"
import { type Difference, withoutAcknowledged } from "@/tools/ledger/reconcile"
import { UsageError } from "./command"
import { clientOf, type LedgerContext } from "./ledger-context"

/** Base seals a block every two seconds. A payment that is older than 20 seconds is final and in the ledger. */
const MARGIN_BLOCKS = 10n

/** Compares the ledger with the transfers on the chain. Ends with 1 when they differ. */
export async function compareWithChain({ config, store, args }: LedgerContext): Promise<void> {
  const { payTo, mode, chain } = config
  const client = clientOf(config)
  const fromBlock = args["from-block"]
  const all = { ...ALL_TIME, network: chain.network }
  const audited = await audit(
    {
      head: () => getBlockNumber(client, { cacheTime: 0 }),
      transfers: (range) => incomingTransfers(client, { usdc: chain.usdc.address, payTo, ...range }),
      oldestBlock: () => oldestBlock(store, payTo, chain.network),
      sales: (range) => salesOf(store, { ...all, ...range }),
      facilitated: (range) => facilitatedIn(store, { ...all, ...range }),
    },
    { payTo, ...(fromBlock !== undefined && { fromBlock }), margin: mode === "live" ? MARGIN_BLOCKS : 0n },
  )
  const sessions = await auditSessions(store, createChannelChain(client), {
    network: chain.network,
    payTo,
    token: chain.usdc.address,
  })
  if (sessions !== null && sessions.differences.length > 0) process.exitCode = 1
  if (sessions !== null && !args.json) printSessions(sessions)
  if (audited === null && sessions !== null) return
  if (audited === null) throw new Error("There are no sales yet. --from-block says from where to look for transfers.")
  const { sales, transfers, toBlock } = audited
  // Nothing was compared, which must not look like success.
  if (fromBlock !== undefined && fromBlock > toBlock) {
    throw new Error(`--from-block: ${fromBlock} is not there yet; the newest block that is looked at is ${toBlock}.`)
  }
  const { open, acknowledged } = withoutAcknowledged(audited.differences, await createAcknowledgements(store).all())
  if (open.length > 0) process.exitCode = 1
  if (args.json) {
    const { fromBlock: first } = audited
    const blocks = { fromBlock: Number(first), toBlock: Number(toBlock) }
    const differences = open.map(plain)
    console.log(
      JSON.stringify({
        agree: open.length === 0 && (sessions === null || sessions.differences.length === 0),
        sales,
        transfers,
        ...blocks,
        differences,
        acknowledged: acknowledged.map(plain),
        ...(sessions && { sessions: sessionsAsJson(sessions) }),
      }),
    )
    return
  }
  for (const difference of acknowledged) {
    console.log(`${lineOf({ ...difference, kind: "acknowledged" })}  ${difference.reason}`)
  }
  for (const difference of open) console.log(lineOf(difference))
  console.log(`${sales} sales, ${transfers} transfers in blocks ${audited.fromBlock} to ${toBlock}`)
  console.log(open.length === 0 ? "Books and chain agree." : `${open.length} differences.`)
}

function printSessions({ totals, settled, differences }: SessionAudit): void {
  for (const { kind, channelId, amount } of differences) {
    console.log(`${kind.padEnd(13)} ${signedUsdc(amount)}  ${channelId ?? "all sessions"}`)
  }
  const { channels, charged, claimed, lost } = totals
  const booked = `charged ${signedUsdc(charged)}, claimed ${signedUsdc(claimed)}, settled ${signedUsdc(settled)}`
  const amounts = lost === 0n ? booked : `${booked}, lost ${signedUsdc(lost)}`
  console.log(`${channels} sessions: ${amounts}`)
  console.log(differences.length === 0 ? "Sessions and chain agree." : `${differences.length} differences of sessions.`)
}

function sessionsAsJson({ totals, settled, differences }: SessionAudit) {
  const { channels, charged, claimed, lost } = totals
  return {
    channels,
    charged: signedUsdc(charged),
    claimed: signedUsdc(claimed),
    settled: signedUsdc(settled),
    lost: signedUsdc(lost),
    differences: differences.map(({ amount, ...rest }) => ({ ...rest, usdc: signedUsdc(amount) })),
  }
}

function plain({ amount, ...rest }: Difference) {
  return { ...rest, usdc: signedUsdc(amount) }
}

type Line = Omit<Difference, "kind"> & { readonly kind: string }

function lineOf({ kind, transaction, payer, amount }: Line): string {
  const [sign, size] = amount < 0n ? ["-", -amount] : ["+", amount]
  return `${kind.padEnd(13)} ${sign}${formatUsdc(usdc(size))}  ${payer}  ${transaction}`
}

/** Sets aside money that came in without a sale. */
export async function acknowledge({ store, args: { subject, reason = "", file } }: LedgerContext): Promise<void> {
  const acknowledgements = createAcknowledgements(store)
  const all =
    file === null ? [{ transaction: subject, reason }] : readAcknowledgements(readFileSync(file, "utf8"), reason)
  for (const one of all) {
    const transaction = hex(one.transaction.toLowerCase())
    const isNew = await acknowledgements.add({ transaction, reason: one.reason }, Date.now())
    console.log(isNew ? `${transaction} is acknowledged.` : `${transaction} was acknowledged before.`)
  }
}

/**
 * One `TRANSACTION REASON` a line; empty lines and lines that begin with # are ignored.
 *
 * @param usual the reason of lines without one
 * @throws {UsageError} with the line, before any transaction is acknowledged
 */
export function readAcknowledgements(text: string, usual: string) {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return []
    const [, transaction = "", reason = ""] = /^(0x[\da-fA-F]{64})(?:[\s,]+(.{1,500}))?$/.exec(line.trim()) ?? []
    if (transaction === "") throw new UsageError(`Line ${index + 1} of --from is not "TRANSACTION REASON".`)
    if (reason === "" && usual === "")
      throw new UsageError(`Line ${index + 1} of --from has no reason; it stays in the ledger.`)
    return [{ transaction, reason: reason === "" ? usual : reason }]
  })
}
