import { stringify } from "csv-stringify"
import { type Client, createClient } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { getBlockNumber } from "viem/actions"
import { z } from "zod"
import { incomingTransfers } from "@/lib/chain/incoming-transfers"
import { createPayeeAccount } from "@/lib/chain/payee-account"
import { rpcTransport } from "@/lib/chain/rpc-transport"
import { CommandEnv } from "@/lib/config/command-variables"
import type { Config } from "@/lib/config/env"
import { loadConfig, loadVariables } from "@/lib/config/load"
import { formatUsdc, usdc } from "@/lib/domain/usdc"
import { createAcknowledgements } from "@/lib/ledger/acknowledgements"
import { audit } from "@/lib/ledger/audit"
import { ALL_TIME, facilitatedIn, oldestBlock, type Period, saleById, salesOf } from "@/lib/ledger/books"
import { hex } from "@/lib/ledger/hex"
import { makeRefund } from "@/lib/ledger/make-refund"
import { type Difference, setAside } from "@/lib/ledger/reconcile"
import { createRefundBooks } from "@/lib/ledger/refunds"
import { GROUPINGS, type Revenue, revenueBy } from "@/lib/ledger/revenue"
import type { Store } from "@/lib/store/open-store"
import { moveStoreAt, openStoreAt } from "@/lib/store/place"
import { type Given, runCommand, UsageError } from "./command"
import { describeDeployment } from "./describe-deployment"
import { openSandboxHere } from "./sandbox-here"

const USAGE = `npm run ledger -- report [--by day|endpoint|payer] [--from DATE] [--to DATE]
npm run ledger -- export [--from DATE] [--to DATE]        CSV on standard output
npm run ledger -- reconcile [--from-block N]              ends with 1 when books and chain differ
npm run ledger -- acknowledge TRANSACTION --reason TEXT   money that came in without a sale: no difference from now on
npm run ledger -- refund PAYMENT_ID --reason TEXT         sends the price back, once; PAYEE_PRIVATE_KEY pays; the same
                                                          call goes on with one that was interrupted
                         [--anew]                         in place of one that no block takes: for higher fees under
                                                          its nonce while that is free, so that one of both pays; with
                                                          another nonce if you know that it will never be in a block
npm run ledger -- move                                    copies DATA_DIR's ledger to an empty DATABASE_URL

DATE is YYYY-MM-DD, UTC; --to is exclusive. The variables of .env.example say which ledger and chain; .env is read.`

const RPC_TIMEOUT_MS = 30_000
/** 2,000 blocks of a shop that sells thirty times a second. */
const MAX_LOGS_BYTES = 64_000_000

const Day = z.iso.date().transform((text) => Date.parse(`${text}T00:00:00Z`))

const Options = z.object({
  by: z.enum(GROUPINGS).default("day"),
  from: Day.default(ALL_TIME.fromMs),
  to: Day.default(ALL_TIME.toMs),
  "from-block": z.coerce.bigint().nonnegative().optional(),
  reason: z.string().min(1).max(500).optional(),
  anew: z.boolean().default(false),
})

const options = {
  by: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  "from-block": { type: "string" },
  reason: { type: "string" },
  anew: { type: "boolean" },
} as const

const RefundVariables = CommandEnv.pick({ PAYEE_PRIVATE_KEY: true })

type Desk = { readonly config: Config; readonly store: Store; readonly options: z.output<typeof Options> }

const commands: Readonly<Record<string, (desk: Desk, subject: string) => Promise<void>>> = {
  report,
  export: exportCsv,
  reconcile: compareWithChain,
  acknowledge,
  refund,
}

/** What a command takes beside its options. */
const subjects: Readonly<Record<string, string>> = { refund: "the id of a payment", acknowledge: "a transaction" }

async function main({ values, words: [name = "", subject] }: Given<typeof options>): Promise<void> {
  const parsed = Options.safeParse(values)
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error))
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined && name !== "move") {
    throw new UsageError(`Give one of ${[...Object.keys(commands), "move"].join(", ")}.`)
  }
  const wanted = subjects[name]
  if (wanted !== undefined && subject === undefined) throw new UsageError(`${name} takes ${wanted}.`)
  if (wanted === undefined && subject !== undefined) throw new UsageError(`"${subject}" is not understood.`)
  const sandbox = await openSandboxHere()
  try {
    const config = loadConfig(sandbox?.variables)
    console.error(describeDeployment(config))
    if (command === undefined) return await move(config)
    const store = await openStoreAt(config, onFault)
    await command({ config, store, options: parsed.data }, subject ?? "")
  } finally {
    await sandbox?.stop()
  }
}

function onFault(error: Error): void {
  console.error(error.message)
}

async function move(config: Config): Promise<void> {
  const { payments, seals } = await moveStoreAt(config, onFault)
  console.log(`${payments} payments and ${seals} sealed calls are at DATABASE_URL now, with all that belongs to them.`)
}

function periodOf({ from, to }: Desk["options"]): Period {
  return { fromMs: from, toMs: to }
}

async function report({ store, options }: Desk): Promise<void> {
  const books = createRefundBooks(store)
  const rows = await revenueBy(options.by, salesOf(store, periodOf(options)))
  const refunds = [...(await books.madeOf(periodOf(options))).values()]
  const lines = [
    ...rows,
    { key: "total", ...sumOf(rows) },
    ...(refunds.length === 0
      ? []
      : [{ key: "of it refunded", ...sumOf(refunds.map((one) => ({ sales: 1, ...one }))) }]),
  ]
  const width = lines.reduce((widest, { key }) => Math.max(widest, key.length), options.by.length)
  console.log(`${options.by.padEnd(width)}  ${"sales".padStart(8)}  ${"USDC".padStart(14)}`)
  for (const { key, sales, amount } of lines) {
    console.log(`${key.padEnd(width)}  ${String(sales).padStart(8)}  ${formatUsdc(amount).padStart(14)}`)
  }
  for (const { paymentId, transaction } of await books.unfinished()) {
    console.error(
      `The refund ${transaction} of ${paymentId} was not seen to pay yet: refund it again to go on with it.`,
    )
  }
}

function sumOf(rows: readonly Pick<Revenue, "sales" | "amount">[]): Pick<Revenue, "sales" | "amount"> {
  return {
    sales: rows.reduce((sum, { sales }) => sum + sales, 0),
    amount: usdc(rows.reduce((sum, { amount }) => sum + amount, 0n)),
  }
}

async function exportCsv({ store, options }: Desk): Promise<void> {
  const columns = ["settled_at", "endpoint", "resource", "payer", "amount_usdc", "transaction", "block"]
  columns.push("refund_transaction", "payment_id")
  const refunds = await createRefundBooks(store).madeOf(periodOf(options))
  const csv = stringify({ header: true, columns, escape_formulas: true })
  csv.pipe(process.stdout)
  for await (const sale of salesOf(store, periodOf(options))) {
    csv.write([
      new Date(sale.settledAtMs).toISOString(),
      sale.endpoint,
      sale.resource,
      sale.payer,
      formatUsdc(sale.amount),
      sale.transaction,
      sale.blockNumber,
      refunds.get(sale.id)?.transaction ?? "",
      sale.id,
    ])
  }
  csv.end()
  await new Promise((resolve) => csv.once("end", resolve))
}

/** Base seals a block in two seconds: what is older than 20 seconds stays, and is in the books. */
const MARGIN_BLOCKS = 10n

async function compareWithChain({ config, store, options }: Desk): Promise<void> {
  const { payTo, mode, chain } = config
  const client = clientOf(config)
  const fromBlock = options["from-block"]
  const audited = await audit(
    {
      head: () => getBlockNumber(client, { cacheTime: 0 }),
      transfers: (range) => incomingTransfers(client, { usdc: chain.usdc.address, payTo, ...range }),
      oldestBlock: () => oldestBlock(store, payTo),
      sales: (range) => salesOf(store, { ...ALL_TIME, ...range }),
      facilitated: (range) => facilitatedIn(store, { ...ALL_TIME, ...range }),
    },
    { payTo, ...(fromBlock !== undefined && { fromBlock }), margin: mode === "live" ? MARGIN_BLOCKS : 0n },
  )
  if (audited === null) throw new Error("There are no sales yet. --from-block says from where to look for transfers.")
  const { sales, transfers } = audited
  const { open, acknowledged } = setAside(audited.differences, await createAcknowledgements(store).all())
  for (const difference of acknowledged) {
    console.log(`${lineOf({ ...difference, kind: "acknowledged" })}  ${difference.reason}`)
  }
  for (const difference of open) console.log(lineOf(difference))
  console.log(`${sales} sales, ${transfers} transfers in blocks ${audited.fromBlock} to ${audited.toBlock}`)
  console.log(open.length === 0 ? "Books and chain agree." : `${open.length} differences.`)
  if (open.length > 0) process.exitCode = 1
}

type Line = Omit<Difference, "kind"> & { readonly kind: string }

function lineOf({ kind, transaction, payer, amount }: Line): string {
  const [sign, size] = amount < 0n ? ["-", -amount] : ["+", amount]
  return `${kind.padEnd(13)} ${sign}${formatUsdc(usdc(size))}  ${payer}  ${transaction}`
}

async function acknowledge({ store, options: { reason } }: Desk, text: string): Promise<void> {
  if (reason === undefined) throw new Error("--reason: say what it was; it stays in the ledger.")
  if (!/^0x[\da-f]{64}$/i.test(text)) throw new UsageError(`"${text}" is no transaction's hash.`)
  const transaction = hex(text.toLowerCase())
  const isNew = await createAcknowledgements(store).add({ transaction, reason }, Date.now())
  console.log(isNew ? `${transaction} is acknowledged.` : `${transaction} was acknowledged before.`)
}

/** Its errors name the node's host at most: the rest of RPC_URL may be a key. */
function clientOf({ chain }: Config): Client {
  const transport = rpcTransport({ url: chain.rpcUrl, timeoutMs: RPC_TIMEOUT_MS, maxBytes: MAX_LOGS_BYTES })
  return createClient({ transport })
}

async function refund({ config, store, options }: Desk, id: string): Promise<void> {
  const { reason, anew } = options
  if (reason === undefined) throw new Error("--reason: say why; it stays in the ledger.")
  const { PAYEE_PRIVATE_KEY: key } = loadVariables(RefundVariables)
  if (key === undefined) throw new Error("PAYEE_PRIVATE_KEY: required; it sends the price back.")
  const { chainId, network, networkName, usdc } = config.chain
  const sale = await saleById(store, id, network)
  if (sale === null) {
    throw new Error(`No settled payment on ${networkName} has the id ${id}. npm run ledger -- export lists them.`)
  }
  const account = createPayeeAccount(clientOf(config), {
    account: privateKeyToAccount(key),
    chainId,
    usdc: usdc.address,
  })
  const ports = { books: createRefundBooks(store), account, clock: Date.now }
  const { transaction, status } = await makeRefund(ports, sale, { reason, anew })
  console.log(`${formatUsdc(sale.amount)} USDC to ${sale.payer} in ${transaction}: ${status}`)
  if (status !== "success") process.exitCode = 1
}

await runCommand(main, { usage: USAGE, options, words: 2, operator: true })
