import { pipeline } from "node:stream/promises"
import { stringify } from "csv-stringify"
import { formatEther } from "viem"
import { formatUsdc, type Usdc, usdc } from "@/lib/domain/usdc"
import { etherPrices } from "@/lib/market/feeds/ether-days"
import { gasByDay } from "@/tools/ledger/gas-costs"
import { sessionTransactions } from "@/tools/ledger/session-transactions"
import { salesOf, type SalesFilter } from "@/tools/ledger/sales"
import { createRefundStore } from "@/tools/ledger/refunds"
import { type Revenue, revenueBy } from "@/tools/ledger/revenue"
import { sessionTotals, type SessionTotals } from "@/tools/ledger/session-totals"
import type { ListedSale } from "@/lib/x402/ledger/listings"
import { sqlListings } from "@/lib/x402/ledger/sql-listings"
import { listingLines, newestListings } from "@/tools/ledger/listings"
import { isBrokenPipe } from "./command"
import type { LedgerContext } from "./ledger-context"
import { type Margin, marginAsJson, marginsByDay, marginTable, totalMargin } from "./ledger-margins"

/** The sales of one network. Rehearsals on a test network are in the same ledger and are not money. */
function spanOf({ config, args: { from, to } }: LedgerContext): SalesFilter {
  return { network: config.chain.network, fromMs: from, toMs: to }
}

type Refunds = { readonly all: readonly { readonly amount: Usdc }[]; readonly unfinished: readonly UnfinishedRefund[] }

type UnfinishedRefund = { readonly paymentId: string; readonly transaction: string }

/** Revenue by day, endpoint or payer, as a table or as JSON. */
export async function report(context: LedgerContext): Promise<void> {
  const { store, args } = context
  const refundStore = createRefundStore(store)
  const rows = await revenueBy(args.by, salesOf(store, spanOf(context)))
  const margins = args["with-gas"]
    ? marginsByDay(rows, await gasByDay(store, spanOf(context)), await etherPrices(store))
    : null
  const refunds = {
    all: [...(await refundStore.completedIn(spanOf(context))).values()],
    unfinished: await refundStore.unfinished(),
  }
  const listings = await sqlListings(store, null).listings()
  if (args.json) {
    return console.log(JSON.stringify({ ...asJson(args.by, rows, margins, refunds), ...listingsAsJson(listings) }))
  }
  const sessions = await sessionTotals(store, context.config.chain.network)
  const refunded = refunds.all.length === 0 ? [] : [{ key: "of it refunded", ...sumOfRefunds(refunds) }]
  const lines = [
    ...(margins === null
      ? table(args.by, [...rows, { key: "total", ...sumOf(rows) }, ...refunded])
      : marginTable(margins)),
    ...lostLines(sumOf(rows).lost),
    ...(margins === null ? [] : refunded.map(({ amount }) => `of it refunded: ${formatUsdc(amount)} USDC`)),
    ...(sessions.channels > 0 ? sessionLines(sessions) : []),
    ...listingLines(listings),
  ]
  for (const line of lines) console.log(line)
  for (const { paymentId, transaction } of refunds.unfinished) {
    console.error(
      `The refund ${transaction} of ${paymentId} was not seen to pay yet: refund it again to go on with it.`,
    )
  }
}

function asJson(by: string, rows: readonly Revenue[], margins: readonly Margin[] | null, refunds: Refunds) {
  const { key: _, ...total } =
    margins === null ? revenueAsJson({ key: "total", ...sumOf(rows) }) : marginAsJson(totalMargin(margins))
  return {
    by,
    rows: margins === null ? rows.map(revenueAsJson) : margins.map(marginAsJson),
    total,
    refunded: { refunds: refunds.all.length, usdc: formatUsdc(sumOfRefunds(refunds).amount) },
    unfinishedRefunds: refunds.unfinished.map(({ paymentId, transaction }) => ({ paymentId, transaction })),
  }
}

function listingsAsJson(listings: readonly ListedSale[]) {
  return listings.length === 0 ? {} : { listings: newestListings(listings) }
}

function revenueAsJson({ key, sales, amount, lost }: Revenue) {
  return { key, sales, usdc: formatUsdc(amount), lostUsdc: formatUsdc(lost) }
}

function table(by: string, lines: readonly Revenue[]): readonly string[] {
  const width = lines.reduce((widest, { key }) => Math.max(widest, key.length), by.length)
  return [
    `${by.padEnd(width)}  ${"sales".padStart(8)}  ${"USDC".padStart(14)}`,
    ...lines.map(({ key, sales, amount }) => {
      return `${key.padEnd(width)}  ${String(sales).padStart(8)}  ${formatUsdc(amount).padStart(14)}`
    }),
  ]
}

function sumOfRefunds({ all }: Refunds): Sum {
  return sumOf(all.map(({ amount }) => ({ sales: 1, amount, lost: usdc(0n) })))
}

/** What was delivered and is not in the amounts above. */
function lostLines(lost: Usdc): readonly string[] {
  return lost === 0n ? [] : [`lost, not in these amounts: ${formatUsdc(lost)} USDC of withdrawn sessions`]
}

/**
 * Totals of all time, because a session's balance has no day. Deposits are not revenue; charges are, and are in the
 * table above.
 */
function sessionLines({ channels, deposited, charged, claimed, refunded, lost }: SessionTotals): readonly string[] {
  const amounts = { deposited, charged, claimed, unclaimed: charged - claimed - lost, refunded, lost }
  const parts = Object.entries(amounts).map(([name, amount]) => `${name} ${formatUsdc(usdc(amount))}`)
  return [`${channels} sessions of all time: ${parts.join(", ")}`]
}

type Sum = Pick<Revenue, "sales" | "amount" | "lost">

function sumOf(rows: readonly Sum[]): Sum {
  return {
    sales: rows.reduce((sum, { sales }) => sum + sales, 0),
    amount: usdc(rows.reduce((sum, { amount }) => sum + amount, 0n)),
    lost: usdc(rows.reduce((sum, { lost }) => sum + lost, 0n)),
  }
}

/** Every sale, as CSV. */
export async function exportCsv(context: LedgerContext): Promise<void> {
  const columns = ["settled_at", "endpoint", "resource", "payer", "amount_usdc", "transaction", "block"]
  columns.push("refund_transaction", "payment_id", "lost_usdc", "kind", "gas_ether")
  const csv = stringify({ header: true, columns, escape_formulas: true })
  try {
    await pipeline(allRowsOf(context), csv, process.stdout, { end: false })
  } catch (error) {
    if (!isBrokenPipe(error)) throw error
  }
}

/** Sales, and after them the transactions of sessions, which pay for the sales by voucher. */
async function* allRowsOf(context: LedgerContext): AsyncGenerator<readonly (string | number)[]> {
  yield* rowsOf(context)
  for await (const { minedMs, kinds, amount, hash, blockNumber, feeWei } of sessionTransactions(
    context.store,
    spanOf(context),
  )) {
    const time = new Date(minedMs).toISOString()
    const claimed = amount === null ? "" : formatUsdc(amount)
    const gas = feeWei === null ? "" : formatEther(feeWei)
    yield [time, "", "", "", claimed, hash, blockNumber, "", "", "", kinds.join(" "), gas]
  }
}

async function* rowsOf(context: LedgerContext): AsyncGenerator<readonly (string | number)[]> {
  const { store } = context
  const refunds = await createRefundStore(store).completedIn(spanOf(context))
  for await (const sale of salesOf(store, spanOf(context))) {
    yield [
      new Date(sale.settledAtMs).toISOString(),
      sale.endpoint,
      sale.resource,
      sale.payer,
      formatUsdc(sale.amount),
      sale.transaction ?? "",
      sale.blockNumber,
      refunds.get(sale.id)?.transaction ?? "",
      sale.id,
      formatUsdc(sale.lost),
      sale.transaction === null ? "voucher" : "transfer",
      "",
    ]
  }
}
