import { timerSleep } from "@/lib/outbound/ports"
import { breaksOf } from "./breaks"
import type { Deployment } from "./deployment"
import { inSeconds } from "./rows"

/** The processes of the service, by their place. `begin` returns the time to the first quote, `end` that to the end. */
export type Processes = {
  readonly begin: (index: number) => Promise<string>
  readonly end: (index: number) => Promise<string>
  readonly kill: (index: number) => Promise<void>
  readonly stopFor: (index: number, ms: number) => Promise<void>
}

/** Something that happens while payers buy. `run` ends when everything is whole again, and returns what it measured. */
export type Step = {
  readonly what: string
  readonly processes: 1 | 2
  /** Newcomers, who have no payment under way, come meanwhile; ledger and metrics are compared afterwards. */
  readonly isBreak: boolean
  readonly run: () => Promise<string>
}

const STEADY_MS = 15_000
/** Leases end after five and six seconds. */
const STOPPED_MS = 12_000
/** Until a process that went on is seen to sell. */
const AFTERWARDS_MS = 4_000
/** As the manual says between the restarts of two processes. */
const BETWEEN_RESTARTS_MS = 10_000

export function stepsOf(deployment: Deployment, processes: Processes, outageMs: number): readonly Step[] {
  const { begin, end, kill, stopFor } = processes
  return [
    {
      what: "one process, nothing broken",
      processes: 1,
      isBreak: false,
      async run() {
        await timerSleep(STEADY_MS)
        return "no faults"
      },
    },
    {
      what: "the only process ends and starts",
      processes: 1,
      isBreak: false,
      async run() {
        const ended = await end(0)
        return `ended in ${ended}, first 402 after ${await begin(0)}`
      },
    },
    {
      what: "rolling restart of two processes",
      processes: 2,
      isBreak: false,
      async run() {
        const first = await end(0)
        await begin(0)
        await timerSleep(BETWEEN_RESTARTS_MS)
        const second = await end(1)
        await begin(1)
        return `ended in ${first} and ${second}`
      },
    },
    ...breaksOf(deployment, outageMs).map(({ what, run }): Step => ({ what, processes: 2, isBreak: true, run })),
    {
      what: "one of two processes is killed (SIGKILL) and starts again",
      processes: 2,
      isBreak: false,
      async run() {
        await kill(0)
        return `first 402 after ${await begin(0)}`
      },
    },
    {
      what: "one of two processes is stopped (SIGSTOP) for longer than its leases, and goes on",
      processes: 2,
      isBreak: false,
      async run() {
        await stopFor(0, STOPPED_MS)
        await timerSleep(AFTERWARDS_MS)
        return inSeconds(STOPPED_MS)
      },
    },
  ]
}
