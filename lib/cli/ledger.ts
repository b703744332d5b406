import { pipeline } from "node:stream/promises"
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
import { ALL_TIME, facilitatedIn, oldestBlock, saleById, salesOf, type Span } from "@/lib/ledger/books"
import { hex } from "@/lib/ledger/hex"
import { makeRefund } from "@/lib/ledger/make-refund"
import { type Difference, setAside } from "@/lib/ledger/reconcile"
import { createRefundBooks } from "@/lib/ledger/refunds"
import { GROUPINGS, type Revenue, revenueBy } from "@/lib/ledger/revenue"
import type { Store } from "@/lib/store/open-store"
import { moveStoreAt, openStoreAt } from "@/lib/store/place"
import { type Given, isUnread, runCommand, UsageError } from "./command"
import { describeDeployment } from "./describe-deployment"
import { openSandboxHere } from "./sandbox-here"

const USAGE = `npm run ledger -- report [--by day|endpoint|payer] [--from DATE] [--to DATE]
npm run -s ledger -- export [--from DATE] [--to DATE]     CSV on standard output; without -s npm adds lines of its own
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

const Day = z.iso.date("must be a date, YYYY-MM-DD").transform((text) => Date.parse(`${text}T00:00:00Z`))

const Options = z.object({
  by: z.enum(GROUPINGS, `must be one of ${GROUPINGS.join(", ")}`).default("day"),
  from: Day.default(ALL_TIME.fromMs),
  to: Day.default(ALL_TIME.toMs),
  "from-block": z
    .string()
    .regex(/^\d{1,15}$/, "must be the number of a block")
    .transform(BigInt)
    .optional(),
  reason: z
    .string()
    .regex(/^.{1,500}$/s, "must have 1 to 500 characters")
    .optional(),
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

/** Another command's option is refused: who gives one means something that would not be done. */
const optionsOf: Readonly<Record<string, readonly (keyof typeof options)[]>> = {
  report: ["by", "from", "to"],
  export: ["from", "to"],
  reconcile: ["from-block"],
  acknowledge: ["reason"],
  refund: ["reason", "anew"],
}

/** Why a command that leaves its reason in the ledger wants one. */
const reasons: Readonly<Record<string, string>> = { refund: "say why", acknowledge: "say what it was" }

async function main({ values, words: [name = "", subject] }: Given<typeof options>): Promise<void> {
  const parsed = Options.safeParse(values)
  if (!parsed.success) {
    throw new UsageError(parsed.error.issues.map(({ path, message }) => `--${path.join()} ${message}.`).join("\n"))
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined && name !== "move") {
    throw new UsageError(`Give one of ${[...Object.keys(commands), "move"].join(", ")}.`)
  }
  const wanted = subjects[name]
  if (wanted !== undefined && subject === undefined) throw new UsageError(`${name} takes ${wanted}.`)
  if (wanted === undefined && subject !== undefined) throw new UsageError(`"${subject}" is not understood.`)
  const foreign = Object.keys(values).find((option) => !optionsOf[name]?.some((own) => own === option))
  if (foreign !== undefined) throw new UsageError(`${name} takes no --${foreign}.`)
  const { reason, from, to } = parsed.data
  const why = reasons[name]
  if (why !== undefined && reason === undefined) throw new UsageError(`--reason: ${why}; it stays in the ledger.`)
  if (name === "acknowledge" && !TRANSACTION.test(subject ?? "")) {
    throw new UsageError(`"${subject}" is no transaction's hash.`)
  }
  if (from >= to) throw new UsageError("--from must be before --to, which is exclusive.")
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

/** The sales of one network: what was rehearsed on another is in the same ledger, and is no money. */
function spanOf({ config, options: { from, to } }: Desk): Span {
  return { network: config.chain.network, fromMs: from, toMs: to }
}

async function report(desk: Desk): Promise<void> {
  const { store, options } = desk
  const books = createRefundBooks(store)
  const rows = await revenueBy(options.by, salesOf(store, spanOf(desk)))
  const refunds = [...(await books.madeOf(spanOf(desk))).values()]
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

async function exportCsv(desk: Desk): Promise<void> {
  const columns = ["settled_at", "endpoint", "resource", "payer", "amount_usdc", "transaction", "block"]
  columns.push("refund_transaction", "payment_id")
  const csv = stringify({ header: true, columns, escape_formulas: true })
  try {
    await pipeline(rowsOf(desk), csv, process.stdout, { end: false })
  } catch (error) {
    if (!isUnread(error)) throw error
  }
}

async function* rowsOf(desk: Desk): AsyncGenerator<readonly (string | number)[]> {
  const { store } = desk
  const refunds = await createRefundBooks(store).madeOf(spanOf(desk))
  for await (const sale of salesOf(store, spanOf(desk))) {
    yield [
      new Date(sale.settledAtMs).toISOString(),
      sale.endpoint,
      sale.resource,
      sale.payer,
      formatUsdc(sale.amount),
      sale.transaction,
      sale.blockNumber,
      refunds.get(sale.id)?.transaction ?? "",
      sale.id,
    ]
  }
}

/** Base seals a block in two seconds: what is older than 20 seconds stays, and is in the books. */
const MARGIN_BLOCKS = 10n

async function compareWithChain({ config, store, options }: Desk): Promise<void> {
  const { payTo, mode, chain } = config
  const client = clientOf(config)
  const fromBlock = options["from-block"]
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
  if (audited === null) throw new Error("There are no sales yet. --from-block says from where to look for transfers.")
  const { sales, transfers, toBlock } = audited
  // Nothing was compared, which must not read as if all were well.
  if (fromBlock !== undefined && fromBlock > toBlock) {
    throw new Error(`--from-block: ${fromBlock} is not there yet; the newest block that is looked at is ${toBlock}.`)
  }
  const { open, acknowledged } = setAside(audited.differences, await createAcknowledgements(store).all())
  for (const difference of acknowledged) {
    console.log(`${lineOf({ ...difference, kind: "acknowledged" })}  ${difference.reason}`)
  }
  for (const difference of open) console.log(lineOf(difference))
  console.log(`${sales} sales, ${transfers} transfers in blocks ${audited.fromBlock} to ${toBlock}`)
  console.log(open.length === 0 ? "Books and chain agree." : `${open.length} differences.`)
  if (open.length > 0) process.exitCode = 1
}

type Line = Omit<Difference, "kind"> & { readonly kind: string }

function lineOf({ kind, transaction, payer, amount }: Line): string {
  const [sign, size] = amount < 0n ? ["-", -amount] : ["+", amount]
  return `${kind.padEnd(13)} ${sign}${formatUsdc(usdc(size))}  ${payer}  ${transaction}`
}

const TRANSACTION = /^0x[\da-f]{64}$/i

async function acknowledge({ store, options: { reason = "" } }: Desk, text: string): Promise<void> {
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
  const { reason = "", anew } = options
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
