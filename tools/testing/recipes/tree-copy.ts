import { spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type Step, withRows } from "./recipe-page"

export type CommandResult = { readonly isGreen: boolean; readonly output: string }

/** A copy of this folder, in which recipes are carried out. */
export type TreeCopy = {
  readonly folder: string
  /** Does these steps in order. The result says which step cannot be done, and why; `null`: all are done. */
  apply(steps: readonly Step[]): Promise<string | null>
  /** Undoes what the steps have written. */
  undo(): void
  /** Files that the steps have written, as paths of the tree. */
  written(): readonly string[]
  run(command: string): Promise<CommandResult>
  remove(): void
}

/** What tools write, and secrets. */
const NOT_COPIED =
  /(?:^|\/)(?:node_modules|\.git|\.next|\.signal402[^/]*|test-results|playwright-report|coverage|dist|\.env(?!\.example)[^/]*|[^/]*\.tsbuildinfo)$/

/** Copies the files of this folder, which need not be a checkout, and links the packages. */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), "signal402-recipes-"))
  for (const name of readdirSync(".").filter((name) => !NOT_COPIED.test(name))) {
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => !NOT_COPIED.test(path) })
  }
  // Each package on its own, so that caches of tools stay in the copy.
  mkdirSync(join(folder, "node_modules"))
  for (const name of readdirSync("node_modules").filter((name) => !/^\.(?!bin)/.test(name))) {
    symlinkSync(join(process.cwd(), "node_modules", name), join(folder, "node_modules", name))
  }
  /** Each written file as it was; `null`: it was not there. */
  const before = new Map<string, string | null>()

  function write(path: string, text: string): void {
    remember(path)
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  function remember(path: string): void {
    if (!before.has(path)) before.set(path, existsSync(join(folder, path)) ? read(path) : null)
  }

  const read = (path: string) => readFileSync(join(folder, path), "utf8")

  async function run(command: string): Promise<CommandResult> {
    const child = spawn(command, {
      cwd: folder,
      shell: true,
      env: { ...process.env, NODE_OPTIONS: "", FORCE_COLOR: "0" },
    })
    let output = ""
    child.stdout.on("data", (chunk) => (output += String(chunk)))
    child.stderr.on("data", (chunk) => (output += String(chunk)))
    const code = await new Promise((resolve) => child.once("close", resolve))
    return { isGreen: code === 0, output }
  }

  async function carryOut(blocks: Step["blocks"]): Promise<void> {
    const today = new Date().toISOString().slice(0, 10)
    let printed = ""
    for (const block of blocks) {
      if (block.kind === "file") write(block.path, block.text)
      else if (block.kind === "rows") {
        const text = read(block.path)
        const filled = block.lines.map((line) => line.replace("PRINTED", printed).replace("YYYY-MM-DD", today))
        write(block.path, withRows(text, filled))
      } else
        for (const command of block.commands) {
          for (const path of GENERATED) remember(path)
          const { isGreen, output } = await run(command)
          if (!isGreen) throw new Error(`"${command}" failed: ${output}`)
          printed = output.trim()
        }
    }
  }

  return {
    folder,
    async apply(steps) {
      for (const { title, blocks } of steps) {
        try {
          await carryOut(blocks)
        } catch (error) {
          return `${title}: ${error instanceof Error ? error.message : String(error)}`
        }
      }
      return null
    },
    undo() {
      for (const [path, text] of before) {
        if (text === null) rmSync(join(folder, path))
        else writeFileSync(join(folder, path), text)
      }
      before.clear()
    },
    written: () =>
      [...before].flatMap(([path, text]) => (existsSync(join(folder, path)) && read(path) !== text ? [path] : [])),
    run,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Files that the commands of recipes write. */
const GENERATED = [
  "docs/fields.md",
  "docs/sources.md",
  "docs/track-record.md",
  "clients/typescript/answers.ts",
  "clients/python/signal402_client/resources.py",
]
