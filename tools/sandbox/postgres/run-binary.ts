import { spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import type { ServerUser } from "./server-user"

export type Binary = {
  /** Rejects unless it ends with 0. */
  readonly succeeded: Promise<void>
  readonly isRunning: () => boolean
  /** Stops the program in order, and waits for its end. */
  readonly interrupt: () => Promise<void>
}

const MANY_WORDS = 20

/**
 * Starts one of PostgreSQL's programs; `words` has its last output.
 *
 * It has its own process group: Ctrl-C reaches only the caller, which stops its programs in order. It ends with this
 * process at the latest.
 */
export function startBinary(
  path: string,
  args: readonly string[],
  { user, words }: { readonly user: ServerUser; readonly words: string[] },
): Binary {
  const child = spawn(path, args, { ...user, cwd: tmpdir(), detached: true, stdio: ["ignore", "pipe", "pipe"] })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      words.push(text.trim())
      words.splice(0, words.length - MANY_WORDS)
    })
  }
  const endWithUs = () => void child.kill("SIGINT")
  process.once("exit", endWithUs)
  const ended = once(child, "exit").finally(() => process.off("exit", endWithUs))
  const succeeded = ended.then(([code]) => {
    if (code !== 0) throw new Error(`${path} ended with ${String(code)}.`)
  })
  // A caller that does not wait for the end checks whether the program is running.
  succeeded.catch(() => undefined)
  return {
    succeeded,
    isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    async interrupt() {
      child.kill("SIGINT")
      await ended.catch(() => undefined)
    },
  }
}
