import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { z } from "zod"

/** The result of the last stage of `Dockerfile`, as a folder of this machine. */
export type Image = {
  readonly folder: string
  readonly bytes: number
  /** Files that hold secrets by their names. */
  readonly secrets: readonly string[]
  /** Folders of packages that a live server never loads. */
  readonly unused: readonly string[]
  readonly launch: (env: NodeJS.ProcessEnv, options: LaunchOptions) => ChildProcess
}

type LaunchOptions = {
  readonly user: { readonly uid?: number; readonly gid?: number }
  readonly log: number
}

const SECRET = /^\.env|\.(?:pem|key|db)$/
const UNUSED_PACKAGES = ["@foundry-rs", "@img", "sharp", "elliptic"]
const Command = z.tuple([z.literal("node")], z.string())

/**
 * Runs the steps of the Dockerfile's last stage itself, for machines without a container builder.
 *
 * @throws {Error} the Dockerfile has a step that this function does not support
 */
export function assembleImage(root: string): Image {
  const dockerfile = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", " ")
  const stage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM ")).split("\n")
  const folder = join(root, "srv", "signal402")
  mkdirSync(folder, { recursive: true })
  const valuesOf = (step: string) =>
    stage.flatMap((line) => (line.startsWith(`${step} `) ? [line.slice(step.length + 1)] : []))
  // The build stage removes them before the copy.
  for (const file of readdirSync(".next/standalone").filter((name) => name.startsWith(".env"))) {
    rmSync(join(".next/standalone", file))
  }
  for (const copy of valuesOf("COPY")) {
    const [, from, to] = /^--from=build --chown=root:root \/build\/(\S+) (\S+)$/.exec(copy) ?? []
    if (from === undefined || to === undefined) throw new Error(`Dockerfile: "COPY ${copy}" is not understood.`)
    cpSync(from, resolve(folder, to), { recursive: true, verbatimSymlinks: true })
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of [root, join(root, "srv")]) chmodSync(path, 0o755)
  const [command = "[]"] = valuesOf("CMD")
  const [, ...args] = Command.parse(JSON.parse(command))
  const own = Object.fromEntries(valuesOf("ENV").flatMap((line) => line.split(" ").map((pair) => pair.split("="))))
  return {
    folder,
    bytes: files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0),
    secrets: files
      .filter(({ name }) => SECRET.test(basename(name)))
      .map(({ parentPath, name }) => join(parentPath, name)),
    unused: UNUSED_PACKAGES.filter((name) => existsSync(join(folder, "node_modules", name))),
    launch: (env, { user, log }) =>
      spawn(process.execPath, args, { cwd: folder, env: { ...own, ...env }, ...user, stdio: ["ignore", log, log] }),
  }
}
