import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import type { Owed } from "@/lib/ledger/payment"
import type { Sharing, Term } from "@/lib/ledger/sharing"
import type { Settlement, Settler, SettlerStatus } from "@/lib/payments/settlement/settler"
import { coalesced } from "./coalesced"
import { DUE } from "./settlement-line"
import { type News, writeNews } from "./settlement-news"

/** The office of the settler, which one process at a time holds. */
export type SettlerOffice = {
  /** Takes the lease when it is free, now or later, for as long as the process lives. Answers after the first try. */
  open(): Promise<void>
  /** `null`: this process does not settle, or ceased to before it knew the outcome. */
  settle(payment: Owed): Promise<Settlement | null>
  /** `null` while another process holds the office. */
  status(): SettlerStatus | null
  /** Lets the next process have it at once. */
  close(): Promise<void>
}

export type SettlerOfficeOptions = {
  readonly sharing: Sharing
  readonly ledger: Ledger
  readonly openSettler: (ledger: Ledger, announce: (id: string, settlement: Settlement) => void) => Settler
  readonly clock: Clock
  readonly sleep: Sleep
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly onFault: (cause: unknown) => void
}

type Held = {
  readonly lease: Term["lease"]
  readonly settler: Settler
  /** Payments of other processes that it has taken from the line. */
  readonly serving: Set<string>
  /** Who must hear when the term is over. */
  readonly dependants: Set<() => void>
}

/** The call of outcomes, as `writeNews` writes them. */
export const NEWS = "settled"
/** The call that the lease is free. */
const FREE = "free"

const TICK_MS = 1_000
/** Payments that are taken from the queue at a time. */
const MANY = 500
const NEWS_BYTES = 7_000

export function createSettlerOffice(options: SettlerOfficeOptions): SettlerOffice {
  const { sharing, ledger, clock, sleep, log, onFault } = options
  const { queue, calls } = sharing
  let closed = false
  const news: News[] = []
  let held: Held | null = null
  let candidate = sharing.newTerm()
  let trying: Promise<void> | null = null

  const publishNews = coalesced(async () => {
    for (const text of writeNews(news.splice(0), NEWS_BYTES)) await calls.publish(NEWS, text)
  }, onFault)

  const serveLine = coalesced(async () => {
    if (held !== null) await serve(held)
  }, onFault)

  const leaves = [calls.subscribe(DUE, serveLine), calls.subscribe(FREE, () => void tick())]

  /** Takes what other processes have put in line. */
  async function serve({ settler, serving }: Held): Promise<void> {
    for (const payment of await queue.waiting(MANY, clock())) {
      if (serving.has(payment.id)) continue
      serving.add(payment.id)
      void settler.settle(payment).finally(() => serving.delete(payment.id))
    }
  }

  /** Renews the lease, or tries for it. One at a time. */
  function tick(): Promise<void> {
    trying ??= (held === null ? tryForIt() : renew(held)).catch(onFault).finally(() => {
      trying = null
    })
    return trying
  }

  async function tryForIt(): Promise<void> {
    if (closed || !(await candidate.lease.hold())) return
    if (closed) return candidate.lease.release()
    await ledger.releaseAbandoned(clock(), clock())
    begin(candidate)
    candidate = sharing.newTerm()
  }

  function begin({ lease, ledger: fenced }: Term): void {
    const settler = options.openSettler(fenced, announce)
    // First, so that no new payment takes the nonce of an old one.
    void settler.recover().catch(onFault)
    held = { lease, settler, serving: new Set(), dependants: new Set() }
    log("settler_leads", {})
    serveLine()
  }

  async function renew({ lease }: Held): Promise<void> {
    if (await lease.hold()) return serveLine()
    log("settler_lost_its_lease", {})
    retire()
  }

  /** What was not sent goes to the next one; what was is finished by whoever sees it first. */
  function retire(): Held | null {
    const last = held
    held = null
    if (last === null) return null
    for (const isOver of last.dependants) isOver()
    void last.settler.stop()
    return last
  }

  function announce(id: string, settlement: Settlement): void {
    // The payment still waits in line, for the process that has the lease now.
    if (isLeaseLost(settlement)) return void tick()
    news.push({ id, settlement })
    publishNews()
  }

  async function keepTrying(): Promise<void> {
    while (!closed) {
      await sleep(TICK_MS)
      await tick()
    }
  }

  return {
    async open() {
      await tick()
      void keepTrying()
    },
    settle: (payment) => (held === null ? Promise.resolve(null) : settleBy(held, payment)),
    status: () => held?.settler.status() ?? null,
    async close() {
      closed = true
      for (const leave of leaves) leave()
      await trying
      const last = retire()
      if (last === null) return
      await last.settler.stop()
      // Where the database is gone too, the lease ends by itself.
      await last.lease
        .release()
        .then(() => calls.publish(FREE, ""))
        .catch(onFault)
    },
  }
}

/** `null` when the term ends first: the payment may be on its way all the same. */
function settleBy({ settler, dependants }: Held, payment: Owed): Promise<Settlement | null> {
  return new Promise((resolve) => {
    const isOver = (): void => resolve(null)
    dependants.add(isOver)
    void settler.settle(payment).then((settlement) => {
      dependants.delete(isOver)
      resolve(isLeaseLost(settlement) ? null : settlement)
    })
  })
}

/** By name: a server that is built in pieces holds the class several times. */
function isLeaseLost(settlement: Settlement): boolean {
  return settlement.kind === "unsent" && settlement.cause instanceof Error && settlement.cause.name === "LeaseLostError"
}
