import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"

/** The address of the service for a client, and a function that funds its wallet. */
export type InteropContext = {
  readonly origin: string
  /** A folder of the client's own, empty at the start. */
  readonly folder: string
  /** Path of the service's OpenAPI document as a file. */
  readonly openapi: string
  /** A `PAYMENT-SIGNATURE` for `GET path` by a new wallet, signed by the official client. */
  readonly pay: (path: string) => Promise<string>
  readonly exec: Exec
}

/** Runs a command in the client's folder and returns what it printed. @throws {Error} with the end of its output */
export type Exec = (command: string, args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>

/** One client or tool of the interoperability table. */
export type InteropClient = {
  readonly name: string
  readonly version: string
  /** How it pays; absent: it does not pay. */
  readonly scheme?: string
  /** Commands that must be on the machine; without them the client is reported as not run. */
  readonly needs: readonly string[]
  /** Resolves with a short result. @throws {Error} when the client fails */
  readonly run: (context: InteropContext) => Promise<string>
}

const MAX_RUN_MS = 600_000
const SHOWN_CHARACTERS = 2_000

export function execIn(folder: string): Exec {
  return async (command, args, env = {}) => {
    const child = spawn(command, [...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: MAX_RUN_MS,
    })
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject)
      child.once("close", resolve)
    })
    const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
    if (code === 0) return output
    throw new Error(`${command} ${args.join(" ")} ended with ${code}: ${(output + errors).slice(-SHOWN_CHARACTERS)}`)
  }
}

/** Whether a command is on this machine. */
export async function isAvailable(command: string): Promise<boolean> {
  return execIn(process.cwd())("sh", ["-c", 'command -v "$0"', command]).then(
    () => true,
    () => false,
  )
}
