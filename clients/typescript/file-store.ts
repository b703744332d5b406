import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, readFile, rename, stat, unlink, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { basename, dirname, resolve } from "node:path"
import { BuyerError } from "./errors.js"
import type { BuyerStore } from "./store.js"

/** An update lasts milliseconds. After this time its process has ended, and the process id may belong to another one. */
const MAX_LOCK_AGE_MS = 30_000
const MAX_WAIT_MS = 60_000

/**
 * A file on a local disk, for one program or for several at the same time. Its lock is files beside it; that of a process that has
 * ended is ignored.
 *
 * @example
 * const buyer = createBuyer({ ...options, store: fileStore("buyer.json") })
 */
export function fileStore(file: string): BuyerStore {
  const path = resolve(file)
  let last: Promise<unknown> = Promise.resolve()

  async function replace(change: (text: string | null) => string): Promise<void> {
    await mkdir(dirname(path), { recursive: true })
    const own = await lock(path)
    try {
      const text = change(await readText(path))
      const partial = `${path}.${process.pid}.${randomUUID()}.partial`
      try {
        const file = await open(partial, "wx", 0o600)
        try {
          await file.writeFile(text)
          await file.sync()
        } finally {
          await file.close()
        }
        await removeOldPartials(path, partial)
        // A process that was stopped for longer than a lock lives must not undo what others have written.
        await stat(own)
        await rename(partial, path)
      } catch (error) {
        await remove(partial)
        throw error
      }
    } finally {
      await remove(own)
    }
  }

  return {
    read: () => readText(path),
    update(change) {
      const done = last.then(() => replace(change))
      last = done.catch(() => undefined)
      return done
    },
  }
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Each process announces itself by a file of its own and then looks for others, so two cannot miss each other. No process
 * removes the file of a living one, which a single lock file that is taken over could not promise.
 */
async function lock(path: string): Promise<string> {
  const untilMs = Date.now() + MAX_WAIT_MS
  const own = `${path}.lock.${encodeURIComponent(hostname())}.${process.pid}.${randomUUID()}`
  for (;;) {
    await writeFile(own, "", { flag: "wx" })
    try {
      if (!(await isHeldByOther(path, own))) return own
    } catch (error) {
      await remove(own)
      throw error
    }
    await remove(own)
    if (Date.now() > untilMs) throw new BuyerError("store_failed", `${path}: another process holds the lock.`)
    await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 20))
  }
}

/** Only who holds the lock writes, so another partial file is of a process that has ended. */
async function removeOldPartials(path: string, own: string): Promise<void> {
  const names = await readdir(dirname(path))
  for (const name of names) {
    const isPartial = name.startsWith(`${basename(path)}.`) && name.endsWith(".partial")
    if (isPartial && name !== basename(own)) await remove(resolve(dirname(path), name))
  }
}

async function isHeldByOther(path: string, own: string): Promise<boolean> {
  const prefix = `${basename(path)}.lock.`
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(prefix) && name !== basename(own))
  for (const name of names) {
    const [pid = "", ...host] = name.slice(prefix.length).split(".").slice(0, -1).toReversed()
    const file = resolve(dirname(path), name)
    if (await isAlive(file, { pid: Number(pid), host: host.toReversed().join(".") })) return true
    await remove(file)
  }
  return false
}

async function isAlive(file: string, { pid, host }: { readonly pid: number; readonly host: string }): Promise<boolean> {
  const isOfThisHost = host === encodeURIComponent(hostname())
  if (isOfThisHost && !isRunning(pid)) return false
  try {
    const { mtimeMs } = await stat(file)
    // After a restart, a container may have the process id that it had before. Threads of this process share its id.
    if (isOfThisHost && pid === process.pid && mtimeMs < Date.now() - process.uptime() * 1_000) return false
    return Date.now() - mtimeMs < MAX_LOCK_AGE_MS
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT"
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null
}
