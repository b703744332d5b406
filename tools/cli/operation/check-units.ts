import { execFile } from "node:child_process"
import { isAvailable } from "@/tools/testing/interop/client"

const SERVICES = ["ops/signal402.service", "ops/signal402-reconcile.service", "ops/signal402-failed@.service"] as const

const CHECKS = [
  ["promtool", ["check", "rules", "ops/alerts.yml"]],
  ["promtool", ["test", "rules", "ops/alerts.test.yml"]],
  ["systemd-analyze", ["verify", ...SERVICES, "ops/signal402-reconcile.timer"]],
  // In tenths: 10 is the worst level of exposure.
  ...SERVICES.map((file) => ["systemd-analyze", ["security", "--offline=true", "--threshold=29", file]] as const),
] as const

/** Checks the files of `ops/` with the tools that read them. Sets the exit code when one is refused. */
export async function checkUnits(): Promise<readonly string[]> {
  const lines: string[] = []
  for (const [command, args] of CHECKS) {
    const call = `${command} ${args.join(" ")}`
    if (!(await isAvailable(command))) {
      lines.push(`${call}: not run, ${command} is not installed`)
      continue
    }
    const { isGood, output } = await run(command, args)
    lines.push(`${call}: ${isGood ? "good" : `failed\n${output}`}`)
    if (!isGood) process.exitCode = 1
  }
  return lines
}

function run(command: string, args: readonly string[]) {
  return new Promise<{ readonly isGood: boolean; readonly output: string }>((resolve) => {
    execFile(command, args, (error, stdout, stderr) => resolve({ isGood: error === null, output: stdout + stderr }))
  })
}
