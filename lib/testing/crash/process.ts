import { type ChildProcess, spawn } from "node:child_process"
import type { z } from "zod"
import { bundled } from "@/lib/testing/bundled"
import { Sighting, type ShopOrder } from "./order"

export type Seen = z.output<typeof Sighting>

export type ShopEnd = { readonly seen: readonly Seen[]; readonly signal: string | null }

export type RunningShop = {
  readonly child: ChildProcess
  /** Rejects when it failed; being killed is no failure. */
  readonly ended: Promise<ShopEnd>
  /** Resolves when it says this event, or has said it. */
  readonly said: (event: string) => Promise<void>
}

export function startShop(order: ShopOrder): RunningShop {
  const child = spawn(process.execPath, [bundled("lib/testing/crash/shop.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  let output = ""
  const listeners = new Set<() => void>()
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    output += part
    for (const listener of listeners) listener()
  })
  const lines = () => output.split("\n")
  const ended = new Promise<ShopEnd>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code, signal) => {
      if (code !== 0 && signal !== "SIGKILL") return reject(new Error(`The shop ended with ${code ?? signal}.`))
      const seen = lines().filter((line) => line.endsWith("}"))
      resolve({ seen: seen.map((line) => Sighting.parse(JSON.parse(line))), signal })
    })
  })
  child.stdin.end(JSON.stringify(order))
  const said = (event: string) =>
    new Promise<void>((resolve) => {
      const listen = () => {
        if (lines().includes(event)) resolve()
      }
      listeners.add(listen)
      listen()
    })
  return { child, ended, said }
}
