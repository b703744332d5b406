import { parseArgs, type ParseArgsConfig } from "node:util"
import { loadEnvFiles } from "./env-files"

type Options = NonNullable<ParseArgsConfig["options"]>

export type CommandSpec<O extends Options> = {
  /** The text of `--help`. */
  readonly usage: string
  readonly options?: O
  /** The maximum number of positional arguments. Default: none. */
  readonly maxPositionals?: number
  /** An operator's command reads .env as the server does, because it is about the deployment in this folder. */
  readonly operator?: boolean
}

type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>["values"]

export type CommandArgs<O extends Options = Options> = {
  readonly values: Values<O>
  readonly positionals: readonly string[]
}

/**
 * Runs a command of this package: `--help` prints its usage; a call that it does not understand ends with 2, a fault with 1,
 * each with a message on standard error. `main` may set `process.exitCode` itself.
 */
export async function runCommand<const O extends Options>(
  main: (given: CommandArgs<O>) => Promise<void> | void,
  spec: CommandSpec<O>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  process.stdout.on("error", ignoreBrokenPipe)
  if (args.some((arg) => arg === "--help" || arg === "-h")) return console.log(spec.usage)
  try {
    await attempt(main, spec, args)
  } catch (error) {
    const isMisuse = error instanceof UsageError
    console.error(isMisuse ? `${error.message}\n\n${spec.usage}` : withCauses(error))
    process.exitCode = isMisuse ? 2 : 1
  }
}

async function attempt<O extends Options>(
  main: (given: CommandArgs<O>) => Promise<void> | void,
  { options, maxPositionals = 0, operator = false }: CommandSpec<O>,
  args: readonly string[],
): Promise<void> {
  const given = read(args, options ?? ({} as O))
  const [extra] = given.positionals.slice(maxPositionals)
  if (extra !== undefined) throw new UsageError(`"${extra}" is not understood.`)
  const files = operator ? loadEnvFiles(process.cwd()) : []
  if (files.length > 0) console.error(`Variables: the environment, then ${files.join(", ")}`)
  await main(given)
}

function read<O extends Options>(args: readonly string[], options: O): CommandArgs<O> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values, positionals }
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** Without a listener, Node throws: `… | head` would end a command with a stack and another status. */
function ignoreBrokenPipe(error: Error): void {
  if (!isBrokenPipe(error)) throw error
}

/** The reader closed the pipe, for example `… | head`. */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE"
}

/** The message and its causes, because "it could not be opened" alone does not help. */
function withCauses(error: unknown): string {
  const causes: string[] = []
  let cause = error instanceof Error ? error.cause : undefined
  while (cause !== undefined && causes.length < MAX_CAUSES) {
    causes.push(withoutAddresses(messageOf(cause).split("\n")[0] ?? ""))
    cause = cause instanceof Error ? cause.cause : undefined
  }
  const [message, ...others] = new Set([messageOf(error), ...causes])
  return [message, ...others.map((other) => `  because: ${other}`)].join("\n")
}

const MAX_CAUSES = 5

/** Foreign messages may quote a URL, and the URL of a node or a database may contain a key. */
function withoutAddresses(text: string): string {
  return text.replace(/\b([a-z][a-z\d+.-]*):\/\/\S+/gi, "$1://…")
}

/** When several addresses of a host refuse, Node's error has only a code. viem adds the whole call to its message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ("shortMessage" in error && typeof error.shortMessage === "string") return error.shortMessage
  return error.message || ("code" in error ? String(error.code) : error.name)
}

/** A whole number of an option. @throws {UsageError} */
export function wholeOption(name: string, text: string, { min, max }: { readonly min: number; readonly max: number }) {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}.`)
}

/** The command does not accept these arguments. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}
