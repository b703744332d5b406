import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { z } from "zod"

const require = createRequire(import.meta.url)

const Package = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) })

/** The script behind a package's command, started by this Node itself: no shell, the same on every platform. */
export function binOf(packageName: string, command = packageName): string {
  // By path: not every package exports its manifest.
  const manifest = join(process.cwd(), "node_modules", packageName, "package.json")
  const { bin } = Package.parse(require(manifest))
  const script = typeof bin === "string" ? bin : bin[command]
  if (script === undefined) throw new Error(`The package ${packageName} has no command ${command}.`)
  return join(dirname(manifest), script)
}

type StartOptions = SpawnOptions & {
  /** Flags of Node itself. */
  readonly nodeFlags?: readonly string[]
}

/** Starts a package's command, which has the package's name by default. */
export function start(
  packageName: string,
  args: readonly string[],
  { nodeFlags = [], ...options }: StartOptions = {},
  command = packageName,
): ChildProcess {
  const words = [...nodeFlags, binOf(packageName, command), ...args]
  return spawn(process.execPath, words, { stdio: "inherit", ...options })
}

/** Runs a package's command to its end. @throws {CommandFailedError} */
export async function run(...call: Parameters<typeof start>): Promise<void> {
  const [packageName, args, , command = packageName] = call
  await finished(start(...call), `${command} ${args.join(" ")}`)
}

/** Waits for a child to end. @throws {CommandFailedError} */
export async function finished(child: ChildProcess, what: string): Promise<void> {
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (exitCode, signal) => resolve(exitCode ?? signal ?? "unknown"))
  })
  if (code !== 0) throw new CommandFailedError(what, code)
}

export class CommandFailedError extends Error {
  override readonly name = "CommandFailedError"

  constructor(what: string, code: number | string) {
    super(`"${what}" ended with ${code}.`)
  }
}

/** Sends SIGTERM to a child, and SIGKILL after the grace time. */
export async function stop(child: ChildProcess, graceMs = 5_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
  })
  child.kill("SIGTERM")
  const force = setTimeout(() => child.kill("SIGKILL"), graceMs)
  await gone
  clearTimeout(force)
}
