import { parentPort, workerData } from "node:worker_threads"
import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import type { DatedModel } from "./fit/dated-model"
import { readStudy } from "./study"
import { type StudyCall, replayCalls } from "./replay-calls"

/** A part of one coin's closes. */
export const Task = z.object({ coin: z.enum(COINS), fromMs: z.number(), toMs: z.number() })

export type Task = z.output<typeof Task>

/** `steps` since the last message, or everything of one task. */
export type WorkerMessage =
  | { readonly kind: "steps"; readonly steps: number }
  | { readonly kind: "done"; readonly task: Task; readonly calls: readonly StudyCall[] }

const REPORT_EVERY = 500

const { files } = z.object({ files: z.array(z.string()) }).parse(workerData)
// Made by the thread that started this one, so its type is known.
const { models } = workerData as { readonly models?: readonly DatedModel[] }
const study = { ...readStudy(files), ...(models && { models }) }

parentPort?.on("message", (message: unknown) => {
  const task = Task.parse(message)
  const history = study.histories.get(task.coin)
  if (history === undefined) throw new RangeError(`No candles of ${task.coin} were given.`)
  const calls: StudyCall[] = []
  for (const call of replayCalls({ ...study, coin: task.coin, history }, { ...task, previous: null })) {
    calls.push(call)
    if (calls.length % REPORT_EVERY === 0) tell({ kind: "steps", steps: REPORT_EVERY })
  }
  tell({ kind: "done", task, calls })
})

function tell(message: WorkerMessage): void {
  parentPort?.postMessage(message, [])
}
