import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { SandboxChainError } from "@/lib/sandbox/chain/errors"

const BACKUP_INTERVAL_MS = 5_000

/** The chain's file inside a state folder. anvil reads it at start and rewrites it every second. */
export function stateFileOf(stateDir: string): string {
  return join(stateDir, "chain-state.json")
}

/** Deletes the chain's state; the keys and all other files in the folder stay. */
export function removeState(stateDir: string): void {
  const file = stateFileOf(stateDir)
  for (const path of [file, backupOf(file)]) rmSync(path, { force: true })
}

/**
 * Makes the state file readable before anvil loads it.
 *
 * anvil writes in place, so a kill during a write leaves an incomplete file. Then the backup replaces it.
 *
 * @throws {SandboxChainError} neither the file nor its backup can be read
 */
export function prepareState(stateDir: string): string {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  const file = stateFileOf(stateDir)
  if (!existsSync(file) && !existsSync(backupOf(file))) return file
  if (isWhole(readIfThere(file))) return file
  if (!isWhole(readIfThere(backupOf(file)))) {
    throw new SandboxChainError("The saved sandbox chain cannot be read. Start with --fresh to begin a new one.")
  }
  copyFileSync(backupOf(file), `${file}.tmp`)
  renameSync(`${file}.tmp`, file)
  return file
}

/** Copies the state file, when it is whole, beside itself every few seconds. Returns the function that ends this. */
export function keepBackup(stateFile: string): () => void {
  let last = ""
  const timer = setInterval(() => {
    void backUp(stateFile, last).then((copied) => (last = copied))
  }, BACKUP_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

/** Writes the backup unless the text is the last one or half written. Returns the text that the backup now holds. */
export async function backUp(stateFile: string, last: string): Promise<string> {
  const text = await readFile(stateFile, "utf8").catch(() => "")
  if (text === last || !isWhole(text)) return last
  const temporary = `${backupOf(stateFile)}.tmp`
  try {
    await writeFile(temporary, text, { mode: 0o600 })
    await rename(temporary, backupOf(stateFile))
    return text
  } catch {
    return last // A full disk or a removed folder: the next beat tries again.
  }
}

function backupOf(stateFile: string): string {
  return `${stateFile}.backup`
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
