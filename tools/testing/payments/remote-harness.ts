import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { openPaymentSetup, type PaymentSetup } from "./payment-setup"
import { openRemoteSetup } from "./remote-setup"

type Remote = Awaited<ReturnType<typeof openRemoteSetup>>

/** The parts of a test of settlement by a facilitator. */
export type RemoteHarness = {
  /** Shared by all tests of a file. */
  readonly setup: PaymentSetup
  /** Its facilitator and its ledger are new when a test begins. */
  readonly remote: Remote
}

/** Opens a new harness for each test of the calling file and closes it at the end. */
export function remoteHarness(): RemoteHarness {
  let setup: PaymentSetup | null = null
  let remote: Remote | null = null
  beforeAll(async () => {
    setup = await openPaymentSetup()
  }, 30_000)
  afterAll(() => setup?.stop())
  beforeEach(async () => {
    if (setup) remote = await openRemoteSetup(setup)
  })
  afterEach(() => remote?.close())
  return {
    get setup() {
      return present(setup)
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
