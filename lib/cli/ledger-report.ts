import { pipeline } from "node:stream/promises"
import { stringify } from "csv-stringify"
import { formatUsdc, usdc } from "@/lib/domain/usdc"
import { salesOf, type SalesFilter } from "@/lib/ledger/sales"
import { createRefundStore } from "@/lib/ledger/refunds"
import { type Revenue, revenueBy } from "@/lib/ledger/revenue"
import { sessionTotals, type SessionTotals } from "@/lib/ledger/channels/session-totals"
import { isBrokenPipe } from "./command"
import type { LedgerContext } from "./ledger-context"

/** The sales of one network. Rehearsals on a test network are in the same ledger and are not money. */
function spanOf({ config, args: { from, to } }: LedgerContext): SalesFilter {
  return { network: config.chain.network, fromMs: from, toMs: to }
}

/** Revenue by day, endpoint or payer, as a table. */
export async function report(context: LedgerContext): Promise<void> {
  const { store, args } = context
  const books = createRefundStore(store)
  const rows = await revenueBy(args.by, salesOf(store, spanOf(context)))
  const refunds = [...(await books.madeOf(spanOf(context))).values()]
  const lines = [
    ...rows,
    { key: "total", ...sumOf(rows) },
    ...(refunds.length === 0
      ? []
      : [{ key: "of it refunded", ...sumOf(refunds.map((one) => ({ sales: 1, ...one }))) }]),
  ]
  if (args.json) {
    const plain = ({ key, sales, amount }: (typeof lines)[number]) => ({ key, sales, usdc: formatUsdc(amount) })
    const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0n)
    const unfinished = (await books.unfinished()).map(({ paymentId, transaction }) => ({ paymentId, transaction }))
    const total = plain({ key: "total", ...sumOf(rows) })
    console.log(
      JSON.stringify({
        by: args.by,
        rows: rows.map(plain),
        total: { sales: total.sales, usdc: total.usdc },
        refunded: { refunds: refunds.length, usdc: formatUsdc(usdc(refunded)) },
        unfinishedRefunds: unfinished,
      }),
    )
    return
  }
  const width = lines.reduce((widest, { key }) => Math.max(widest, key.length), args.by.length)
  console.log(`${args.by.padEnd(width)}  ${"sales".padStart(8)}  ${"USDC".padStart(14)}`)
  for (const { key, sales, amount } of lines) {
    console.log(`${key.padEnd(width)}  ${String(sales).padStart(8)}  ${formatUsdc(amount).padStart(14)}`)
  }
  const sessions = await sessionTotals(store, context.config.chain.network)
  if (sessions.channels > 0) for (const line of sessionLines(sessions)) console.log(line)
  for (const { paymentId, transaction } of await books.unfinished()) {
    console.error(
      `The refund ${transaction} of ${paymentId} was not seen to pay yet: refund it again to go on with it.`,
    )
  }
}

/** Of all time: what a session holds has no day. Deposits are not revenue; charges are, and stand in the table above. */
function sessionLines({ channels, deposited, charged, claimed, refunded }: SessionTotals): readonly string[] {
  const amounts = { deposited, charged, claimed, unclaimed: charged - claimed, refunded }
  const parts = Object.entries(amounts).map(([name, amount]) => `${name} ${formatUsdc(usdc(amount))}`)
  return [`${channels} sessions of all time: ${parts.join(", ")}`]
}

function sumOf(rows: readonly Pick<Revenue, "sales" | "amount">[]): Pick<Revenue, "sales" | "amount"> {
  return {
    sales: rows.reduce((sum, { sales }) => sum + sales, 0),
    amount: usdc(rows.reduce((sum, { amount }) => sum + amount, 0n)),
  }
}

/** Every sale, as CSV. */
export async function exportCsv(context: LedgerContext): Promise<void> {
  const columns = ["settled_at", "endpoint", "resource", "payer", "amount_usdc", "transaction", "block"]
  columns.push("refund_transaction", "payment_id")
  const csv = stringify({ header: true, columns, escape_formulas: true })
  try {
    await pipeline(rowsOf(context), csv, process.stdout, { end: false })
  } catch (error) {
    if (!isBrokenPipe(error)) throw error
  }
}

async function* rowsOf(context: LedgerContext): AsyncGenerator<readonly (string | number)[]> {
  const { store } = context
  const refunds = await createRefundStore(store).madeOf(spanOf(context))
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
    ]
  }
}
