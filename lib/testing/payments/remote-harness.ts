import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { openPaymentWorld, type PaymentWorld } from "./world"
import { openRemoteWorld } from "./remote-world"

type Remote = Awaited<ReturnType<typeof openRemoteWorld>>

/** The parts of a test of settlement by a facilitator. */
export type RemoteHarness = {
  /** Shared by all tests of a file. */
  readonly world: PaymentWorld
  /** Its facilitator and its ledger are new when a test begins. */
  readonly remote: Remote
}

/** Opens a new harness for each test of the calling file and closes it at the end. */
export function remoteHarness(): RemoteHarness {
  let world: PaymentWorld | null = null
  let remote: Remote | null = null
  beforeAll(async () => {
    world = await openPaymentWorld()
  }, 30_000)
  afterAll(() => world?.stop())
  beforeEach(async () => {
    if (world) remote = await openRemoteWorld(world)
  })
  afterEach(() => remote?.close())
  return {
    get world() {
      return present(world)
    },
    get remote() {
      return present(remote)
    },
  }
}

function present<T>(part: T | null): T {
  if (part === null) throw new Error("No test has begun.")
  return part
}
