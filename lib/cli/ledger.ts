import { stringify } from "csv-stringify"
import { type Client, createClient, encodeFunctionData, erc20Abi } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { getBlockNumber, prepareTransactionRequest, sendRawTransaction, waitForTransactionReceipt } from "viem/actions"
import { z } from "zod"
import { incomingTransfers } from "@/lib/chain/incoming-transfers"
import { keccak256 } from "@/lib/chain/keccak"
import { rpcTransport } from "@/lib/chain/rpc-transport"
import { CommandEnv } from "@/lib/config/command-variables"
import type { Config } from "@/lib/config/env"
import { loadConfig, loadVariables } from "@/lib/config/load"
import { formatUsdc, usdc } from "@/lib/domain/usdc"
import { audit } from "@/lib/ledger/audit"
import { ALL_TIME, facilitatedIn, type Period, type Sale, salesOf } from "@/lib/ledger/books"
import { createRefundBooks } from "@/lib/ledger/refunds"
import { GROUPINGS, revenueBy } from "@/lib/ledger/revenue"
import type { Store } from "@/lib/store/open-store"
import { openStoreAt } from "@/lib/store/place"
import { type Given, runCommand, UsageError } from "./command"
import { describeDeployment } from "./describe-deployment"
import { openSandboxHere } from "./sandbox-here"

const USAGE = `npm run ledger -- report [--by day|endpoint|payer] [--from DATE] [--to DATE]
npm run ledger -- export [--from DATE] [--to DATE]        CSV on standard output
npm run ledger -- reconcile [--from-block N]              ends with 1 when books and chain differ
npm run ledger -- refund PAYMENT_ID --reason TEXT         sends the price back; PAYEE_PRIVATE_KEY pays

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
})

const options = {
  by: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  "from-block": { type: "string" },
  reason: { type: "string" },
} as const

const RefundVariables = CommandEnv.pick({ PAYEE_PRIVATE_KEY: true })

type Desk = { readonly config: Config; readonly store: Store; readonly options: z.output<typeof Options> }

const commands: Readonly<Record<string, (desk: Desk, subject: string) => Promise<void>>> = {
  report,
  export: exportCsv,
  reconcile: compareWithChain,
  refund,
}

async function main({ values, words: [name = "", subject] }: Given<typeof options>): Promise<void> {
  const parsed = Options.safeParse(values)
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error))
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new UsageError(`Give one of ${Object.keys(commands).join(", ")}.`)
  if (command === refund && subject === undefined) throw new UsageError("refund takes the id of a payment.")
  if (command !== refund && subject !== undefined) throw new UsageError(`"${subject}" is not understood.`)
  const sandbox = await openSandboxHere()
  try {
    const config = loadConfig(sandbox?.variables)
    console.error(describeDeployment(config))
    const store = await openStoreAt(config, (error) => console.error(error.message))
    await command({ config, store, options: parsed.data }, subject ?? "")
  } finally {
    await sandbox?.stop()
  }
}

function periodOf({ from, to }: Desk["options"]): Period {
  return { fromMs: from, toMs: to }
}

async function report({ store, options }: Desk): Promise<void> {
  const rows = await revenueBy(options.by, salesOf(store, periodOf(options)))
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n)
  const width = rows.reduce((widest, { key }) => Math.max(widest, key.length), options.by.length)
  console.log(`${options.by.padEnd(width)}  ${"sales".padStart(8)}  ${"USDC".padStart(14)}`)
  for (const { key, sales, amount } of rows) {
    console.log(`${key.padEnd(width)}  ${String(sales).padStart(8)}  ${formatUsdc(amount).padStart(14)}`)
  }
  const count = rows.reduce((sum, { sales }) => sum + sales, 0)
  console.log(`${"total".padEnd(width)}  ${String(count).padStart(8)}  ${formatUsdc(usdc(total)).padStart(14)}`)
}

async function exportCsv({ store, options }: Desk): Promise<void> {
  const columns = ["settled_at", "endpoint", "resource", "payer", "amount_usdc", "transaction", "block", "payment_id"]
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
      sales: () => salesOf(store, ALL_TIME),
      facilitated: () => facilitatedIn(store, ALL_TIME),
    },
    { payTo, ...(fromBlock !== undefined && { fromBlock }), margin: mode === "live" ? MARGIN_BLOCKS : 0n },
  )
  if (audited === null) throw new Error("There are no sales yet. --from-block says from where to look for transfers.")
  const { differences, sales, transfers } = audited
  for (const { kind, transaction, payer, amount } of differences) {
    const sign = amount < 0n ? "-" : "+"
    console.log(
      `${kind.padEnd(13)} ${sign}${formatUsdc(usdc(amount < 0n ? -amount : amount))}  ${payer}  ${transaction}`,
    )
  }
  console.log(`${sales} sales, ${transfers} transfers in blocks ${audited.fromBlock} to ${audited.toBlock}`)
  console.log(differences.length === 0 ? "Books and chain agree." : `${differences.length} differences.`)
  if (differences.length > 0) process.exitCode = 1
}

/** Its errors name the node's host at most: the rest of RPC_URL may be a key. */
function clientOf({ chain }: Config): Client {
  const transport = rpcTransport({ url: chain.rpcUrl, timeoutMs: RPC_TIMEOUT_MS, maxBytes: MAX_LOGS_BYTES })
  return createClient({ transport })
}

/** The row is written before the transaction is sent, so a refund that was interrupted is never made twice. */
async function refund({ config, store, options }: Desk, id: string): Promise<void> {
  const { reason } = options
  if (reason === undefined) throw new Error("--reason: say why; it stays in the ledger.")
  const { PAYEE_PRIVATE_KEY: key } = loadVariables(RefundVariables)
  if (key === undefined) throw new Error("PAYEE_PRIVATE_KEY: required; it sends the price back.")
  const account = privateKeyToAccount(key)
  const books = createRefundBooks(store)
  const known = await books.find(id)
  if (known !== null) throw new Error(`This payment was refunded in ${known.transaction} (${known.reason}).`)
  const sale = await findSale(store, id)
  const client = clientOf(config)
  const call = { abi: erc20Abi, functionName: "transfer", args: [sale.payer, sale.amount] } as const
  const request = await prepareTransactionRequest(client, {
    account,
    chain: null,
    chainId: config.chain.chainId,
    type: "eip1559",
    to: config.chain.usdc.address,
    data: encodeFunctionData(call),
  })
  const raw = await account.signTransaction({ ...request, type: "eip1559" })
  const transaction = keccak256(raw)
  if (!(await books.begin({ paymentId: id, transaction, reason }, Date.now()))) {
    throw new Error("Somebody else is refunding this payment.")
  }
  await sendRawTransaction(client, { serializedTransaction: raw })
  const { status } = await waitForTransactionReceipt(client, { hash: transaction, timeout: 60_000 })
  console.log(`${formatUsdc(sale.amount)} USDC to ${sale.payer} in ${transaction}: ${status}`)
  if (status !== "success") process.exitCode = 1
}

async function findSale(store: Store, id: string): Promise<Sale> {
  for await (const sale of salesOf(store, ALL_TIME)) if (sale.id === id) return sale
  throw new Error(`No settled payment has the id ${id}. npm run ledger -- export lists them.`)
}

await runCommand(main, { usage: USAGE, options, words: 2, operator: true })
