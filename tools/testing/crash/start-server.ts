import { type ChildProcess, spawn } from "node:child_process"
import type { z } from "zod"
import { bundleProgram } from "@/tools/testing/bundled"
import { Observation, type ProcessArgs } from "./process-args"

export type PayerObservation = z.output<typeof Observation>

export type ServerEnd = { readonly seen: readonly PayerObservation[]; readonly signal: string | null }

export type RunningServer = {
  readonly child: ChildProcess
  /** Rejects when the process failed. SIGKILL is not a failure. */
  readonly ended: Promise<ServerEnd>
  /** Resolves when the process prints this event, or has printed it. */
  readonly eventPrinted: (event: string) => Promise<void>
}

export function startServer(args: ProcessArgs): RunningServer {
  const child = spawn(process.execPath, [bundleProgram("tools/testing/crash/server-process.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  let output = ""
  const listeners = new Set<() => void>()
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    output += part
    for (const listener of listeners) listener()
  })
  const lines = () => output.split("\n")
  const ended = new Promise<ServerEnd>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code, signal) => {
      if (code !== 0 && signal !== "SIGKILL") return reject(new Error(`The server ended with ${code ?? signal}.`))
      const seen = lines().filter((line) => line.endsWith("}"))
      resolve({ seen: seen.map((line) => Observation.parse(JSON.parse(line))), signal })
    })
  })
  child.stdin.end(JSON.stringify(args))
  const eventPrinted = (event: string) =>
    new Promise<void>((resolve) => {
      const listen = () => {
        if (lines().includes(event)) resolve()
      }
      listeners.add(listen)
      listen()
    })
  return { child, ended, eventPrinted }
}
