import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { isAvailable } from "@/tools/testing/interop/client"

export type Container = {
  /** What the image is based on, and how it runs. */
  readonly about: string
  /** The documented line, the first time; then the same container again. Ends when the container ends. */
  readonly launch: (env: Readonly<Record<string, string>>, log: number) => ChildProcess
  readonly remove: () => void
}

const MANUAL = "docs/operating.md"
const NAME = "signal402"
/** What the image's own steps and its server need from a base without a registry. */
const PROGRAMS = ["sh", "mkdir", "chown"] as const
/** Options that a machine may need to run containers at all, the fewest first. */
const RUNTIMES: readonly (readonly string[])[] = [
  [],
  ["--runtime", "runc"],
  ["--runtime", "runc", "--ulimit", "nofile=10000:10000", "--ulimit", "nproc=4096:4096"],
]

/**
 * Builds the last stage of `Dockerfile` with buildah from `.next` and `public`, for podman. Without a registry the base is this
 * machine's Node.
 *
 * @returns a sentence that says why, where the machine does not permit containers
 */
export async function buildContainer(root: string): Promise<Container | string> {
  for (const command of ["buildah", "podman"]) {
    if (!(await isAvailable(command))) return `${command} is not installed`
  }
  const storage = ["--root", join(root, "storage"), "--runroot", join(root, "run"), "--storage-driver", "vfs"]
  const buildah = (...args: string[]) =>
    execFileSync("buildah", [...storage, ...args], { encoding: "utf8", stdio: "pipe" })
  const podman = (...args: string[]) =>
    execFileSync("podman", [...storage, ...args], { encoding: "utf8", stdio: "pipe" })
  mkdirSync(root)
  const [stage, base] = lastStage()
  const isPulled = isDone(() => buildah("pull", base))
  if (!isPulled) makeBase(root, buildah)
  const context = join(root, "context")
  mkdirSync(context)
  for (const path of [".next/standalone", ".next/static", "public"]) {
    cpSync(path, join(context, path), { recursive: true, verbatimSymlinks: true })
  }
  const steps = ["FROM scratch AS build", "COPY . /build/", `FROM ${isPulled ? base : "localhost/base"}`, ...stage]
  writeFileSync(join(root, "Containerfile"), steps.join("\n"))
  buildah(...buildArgs(NAME, join(root, "Containerfile"), context))
  const runtime = RUNTIMES.find((options) =>
    isDone(() => podman("run", "--rm", "--network", "host", ...options, NAME, "node", "-e", "0")),
  )
  if (runtime === undefined) return "podman cannot run a container on this machine"
  const envFile = join(root, "live.env")
  const first = [...documentedOptions(envFile), ...runtime, NAME]
  let isCreated = false
  return {
    about: `podman ${first.join(" ")}, based on ${isPulled ? base : `this machine's Node ${process.version}`}`,
    launch(env, log) {
      writeFileSync(
        envFile,
        Object.entries(env)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(""),
        { mode: 0o600 },
      )
      const args = isCreated ? ["start", "--attach", NAME] : ["run", ...first]
      isCreated = true
      const child = spawn("podman", [...storage, ...args], { stdio: ["ignore", log, log] })
      // A signal to podman would leave the container behind.
      child.kill = (signal = "SIGTERM") => isDone(() => podman("kill", "--signal", String(signal), NAME))
      return child
    },
    remove() {
      podman("rm", "--force", "--volumes", "--ignore", NAME)
      podman("rmi", "--all", "--force")
    },
  }
}

/** The steps after the last `FROM`, and its image. */
function lastStage(): readonly [steps: readonly string[], base: string] {
  const dockerfile = readFileSync("Dockerfile", "utf8")
  const [from = "", ...steps] = dockerfile.slice(dockerfile.lastIndexOf("\nFROM ") + 1).split("\n")
  return [steps, from.replace("FROM ", "docker.io/library/")]
}

function makeBase(root: string, buildah: (...args: string[]) => string): void {
  const folder = join(root, "base")
  const copy = (from: string, to = from) => {
    mkdirSync(join(folder, dirname(to)), { recursive: true })
    cpSync(from, join(folder, to), { dereference: true })
  }
  const paths = PROGRAMS.map((name) => execFileSync("sh", ["-c", 'command -v "$0"', name], { encoding: "utf8" }).trim())
  copy(process.execPath, "/usr/local/bin/node")
  for (const [index, path] of paths.entries()) copy(path, `/bin/${PROGRAMS[index]}`)
  const addons = readdirSync(".next/standalone", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".node") && !name.includes("musl"))
    .map((name) => join(".next/standalone", name))
  const linked = [process.execPath, ...paths, ...addons].flatMap((path) =>
    [...execFileSync("ldd", [path], { encoding: "utf8" }).matchAll(/(\/\S+) \(/g)].map(([, library = ""]) => library),
  )
  for (const library of new Set(linked)) copy(library)
  mkdirSync(join(folder, "etc"))
  mkdirSync(join(folder, "tmp"))
  writeFileSync(join(folder, "etc/passwd"), "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n")
  writeFileSync(join(folder, "etc/group"), "root:x:0:\nnode:x:1000:\n")
  writeFileSync(join(root, "Basefile"), "FROM scratch\nCOPY . /\n")
  buildah(...buildArgs("localhost/base", join(root, "Basefile"), folder))
  rmSync(folder, { recursive: true })
}

function buildArgs(tag: string, file: string, context: string): readonly string[] {
  return ["build", "--isolation", "chroot", "--format", "docker", "-t", tag, "-f", file, context]
}

/** The options of the manual's `docker run`, on this machine's network and in the foreground. */
function documentedOptions(envFile: string): readonly string[] {
  const manual = readFileSync(MANUAL, "utf8").replaceAll("\\\n", " ")
  const [, line = ""] = /^docker run (.*) signal402$/m.exec(manual) ?? []
  if (!line.includes("--read-only")) throw new Error(`${MANUAL} has no line that starts a container read-only.`)
  return line
    .replace(/--detach|--restart \S+/g, "")
    .replace(/--publish \S+/, "--network host")
    .replace(/--env-file \S+/, `--env-file ${envFile}`)
    .trim()
    .split(/\s+/)
}

function isDone(action: () => unknown): boolean {
  try {
    action()
    return true
  } catch {
    return false
  }
}
