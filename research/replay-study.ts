import { Worker } from "node:worker_threads"
import type { Coin } from "@/lib/domain/market/coin"
import { DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import { BadDataFileError } from "./csv"
import type { Study } from "./study"
import { closesOf, type StudyCall, replayCalls, type ReplayInput, WARM_UP_DAYS } from "./replay-calls"
import type { Task, WorkerMessage } from "./worker"

export type Progress = (done: number, total: number) => void

/** Closes of one task: enough for the parts to even out over the workers. */
const TASK_CLOSES = 2_000

/**
 * Every call of a study by coin, computed on the given number of threads, or in this one for 0.
 *
 * @throws {BadDataFileError} the candles of no coin reach beyond the warm-up, or none of their closes is complete
 */
export async function replayStudy(
  study: Study,
  { files, threads, progress }: { readonly files: readonly string[]; readonly threads: number; progress: Progress },
): Promise<ReadonlyMap<Coin, readonly StudyCall[]>> {
  const tasks = [...study.histories].flatMap(([coin, history]) => tasksOf(coin, closesOf(history)))
  const total = tasks.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / DECISION_SPACING_MS, 0)
  if (total === 0) throw noCalls()
  let done = 0
  const steps = (count: number) => progress((done += count), total)
  const parts =
    threads === 0
      ? replayInProcess(study, tasks)
      : await runTasks(tasks, { files, threads, steps, models: study.models })
  progress(total, total)
  const calls = new Map(
    [...study.histories].map(([coin, history]) => {
      const own = tasks.filter((task) => task.coin === coin)
      const results = own.map((task) => parts.get(task) ?? [])
      return [coin, mergeCalls({ ...study, coin, history }, own, results)] as const
    }),
  )
  if ([...calls.values()].every((list) => list.length === 0)) throw noCalls()
  return calls
}

function noCalls(): BadDataFileError {
  return new BadDataFileError(
    "The list of files",
    `holds no close that can be decided: ${WARM_UP_DAYS} days of hourly candles come before the first`,
  )
}

function replayInProcess(study: Study, tasks: readonly Task[]): ReadonlyMap<Task, readonly StudyCall[]> {
  return new Map(
    tasks.map((task) => {
      const history = study.histories.get(task.coin) ?? { hours: [], fourHours: [], days: [] }
      return [task, [...replayCalls({ ...study, coin: task.coin, history }, { ...task, previous: null })]] as const
    }),
  )
}

function tasksOf(coin: Coin, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): readonly Task[] {
  const tasks: Task[] = []
  for (let start = fromMs; start < toMs; start += TASK_CLOSES * DECISION_SPACING_MS) {
    tasks.push({ coin, fromMs: start, toMs: Math.min(toMs, start + TASK_CLOSES * DECISION_SPACING_MS) })
  }
  return tasks
}

/**
 * Joins parts as if one replay had made them. Each part started without a previous class; it is replayed with the right
 * class until both agree.
 */
export function mergeCalls(
  question: ReplayInput,
  tasks: readonly Task[],
  parts: readonly (readonly StudyCall[])[],
): readonly StudyCall[] {
  const calls: StudyCall[] = []
  for (const [index, part] of parts.entries()) {
    const task = tasks[index]
    const before = calls.at(-1)
    if (task === undefined) continue
    let kept = 0
    if (before !== undefined) {
      const previous = { decisionTimeMs: before.decisionTimeMs, direction: before.content.direction }
      for (const again of replayCalls(question, { ...task, previous })) {
        calls.push(again)
        kept++
        if (part[kept - 1]?.content.direction === again.content.direction) break
      }
    }
    for (const call of part.slice(kept)) calls.push(call)
  }
  return calls
}

/** Node 20 does not pass the TypeScript loader to a thread, so each thread registers it. */
const BOOT = `
  import("tsx/esm/api").then(({ register }) => {
    register()
    return import(${JSON.stringify(new URL("./worker.ts", import.meta.url).href)})
  })
`

async function runTasks(
  tasks: readonly Task[],
  options: {
    readonly files: readonly string[]
    readonly threads: number
    readonly steps: (count: number) => void
    readonly models: Study["models"]
  },
): Promise<ReadonlyMap<Task, readonly StudyCall[]>> {
  const waiting = [...tasks]
  const results = new Map<Task, readonly StudyCall[]>()
  const serve = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(BOOT, { eval: true, workerData: { files: options.files, models: options.models } })
      let current: Task | undefined
      const next = () => {
        current = waiting.shift()
        if (current === undefined) void worker.terminate().then(() => resolve())
        else worker.postMessage(current, [])
      }
      worker.on("error", reject)
      worker.on("message", (message: WorkerMessage) => {
        if (message.kind === "steps") options.steps(message.steps)
        else {
          if (current !== undefined) results.set(current, message.calls)
          next()
        }
      })
      next()
    })
  await Promise.all(Array.from({ length: Math.min(options.threads, tasks.length) }, serve))
  return results
}
