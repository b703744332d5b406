import { z } from "zod"
import { ALL_TIME } from "@/tools/ledger/sales"
import { GROUPINGS } from "@/tools/ledger/revenue"
import { type CommandArgs, UsageError } from "./command"

export const USAGE = `npm run ledger -- report [--by day|endpoint|payer] [--from DATE] [--to DATE] [--json]
                         [--with-gas]                      by day: gas in ether and USDC, at ether's price of the day, and
                                                          the margin; refunds are not subtracted
npm run -s ledger -- export [--from DATE] [--to DATE]     CSV of sales, and of session transactions with claims and gas; without -s npm adds lines
npm run ledger -- reconcile [--from-block N] [--json]     ends with 1 when books and chain differ
npm run ledger -- acknowledge TRANSACTION --reason TEXT   money that came in without a sale: no difference from now on
npm run ledger -- acknowledge --from FILE                 the same for each line of a file: TRANSACTION REASON
npm run ledger -- accept-record --reason TEXT              the sealed record differs from its newest anchor on the chain, for
                                                          example after a restored backup: go on with it; the reason is
                                                          anchored and public
npm run ledger -- accept-settings                         PAY_TO, the network or a key has changed: DATABASE_URL takes the
                                                          settings of the next process; every process has ended
npm run ledger -- refund PAYMENT_ID --reason TEXT         sends the price back, once; PAYEE_PRIVATE_KEY pays; the same
                                                          call goes on with one that was interrupted
                         [--replace]                       in place of one that no block takes: for higher fees under
                                                          its nonce while that is free, so that one of both pays; with
                                                          another nonce if you know that it will never be in a block
npm run ledger -- move                                    copies DATA_DIR's ledger to an empty DATABASE_URL

DATE is YYYY-MM-DD, UTC; --to is exclusive. The variables of .env.example say which ledger and chain; .env is read.`

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
  replace: z.boolean().default(false),
  json: z.boolean().default(false),
  "with-gas": z.boolean().default(false),
})

/** As Node's `parseArgs` reads them. */
export const options = {
  by: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  "from-block": { type: "string" },
  reason: { type: "string" },
  replace: { type: "boolean" },
  json: { type: "boolean" },
  "with-gas": { type: "boolean" },
} as const

type Rules = {
  /** An option of another command is refused, because it would have no effect. */
  readonly options: readonly (keyof typeof options)[]
  /** The argument of the command. */
  readonly subject?: string
  /** Why the command needs a reason, which it writes to the ledger. */
  readonly why?: string
}

const rules = {
  report: { options: ["by", "from", "to", "json", "with-gas"] },
  export: { options: ["from", "to"] },
  reconcile: { options: ["from-block", "json"] },
  acknowledge: { options: ["reason", "from"], subject: "a transaction", why: "say what it was" },
  "accept-record": { options: ["reason"], why: "say why the record differs; readers see it" },
  "accept-settings": { options: [] },
  refund: { options: ["reason", "replace"], subject: "the id of a payment", why: "say why" },
  move: { options: [] },
} as const satisfies Readonly<Record<string, Rules>>

type Name = keyof typeof rules

/** The arguments of a ledger command. `subject` is empty when a command takes none. */
export type LedgerArgs = z.output<typeof Options> & {
  readonly name: Name
  readonly subject: string
  /** A file of transactions to acknowledge. */
  readonly file: string | null
}

const TRANSACTION = /^0x[\da-f]{64}$/i

/** @throws {UsageError} that names the word or the option. */
export function readLedgerArgs({
  values,
  positionals: [name = "", subject = ""],
}: CommandArgs<typeof options>): LedgerArgs {
  const file = name === "acknowledge" && typeof values.from === "string" ? values.from : null
  const parsed = Options.safeParse(file === null ? values : { ...values, from: undefined })
  if (!parsed.success) {
    throw new UsageError(parsed.error.issues.map(({ path, message }) => `--${path.join()} ${message}.`).join("\n"))
  }
  if (!isName(name)) throw new UsageError(`Give one of ${Object.keys(rules).join(", ")}.`)
  const args = { ...parsed.data, name, subject, file }
  refuse(args, rules[name], Object.keys(values))
  return args
}

function isName(text: string): text is Name {
  return Object.hasOwn(rules, text)
}

function refuse(args: LedgerArgs, rule: Rules, given: readonly string[]): void {
  const { name, subject, reason, from, to, file } = args
  if (file !== null) {
    if (subject !== "") throw new UsageError(`"${subject}" is not understood beside --from.`)
    return
  }
  if (rule.subject !== undefined && subject === "") throw new UsageError(`${name} takes ${rule.subject}.`)
  if (rule.subject === undefined && subject !== "") throw new UsageError(`"${subject}" is not understood.`)
  const foreign = given.find((option) => !rule.options.some((own) => own === option))
  if (foreign !== undefined) throw new UsageError(`${name} takes no --${foreign}.`)
  if (rule.why !== undefined && reason === undefined) {
    throw new UsageError(`--reason: ${rule.why}; it stays in the ledger.`)
  }
  if (name === "acknowledge" && !TRANSACTION.test(subject)) {
    throw new UsageError(`"${subject}" is not the hash of a transaction.`)
  }
  if (args["with-gas"] && args.by !== "day")
    throw new UsageError("--with-gas is by day: a transaction pays for several.")
  if (from >= to) throw new UsageError("--from must be before --to, which is exclusive.")
}
