import { afterEach, expect, test, vi } from "vitest"
import { replaceAddress } from "./replace-address"

afterEach(() => void vi.unstubAllGlobals())

class BrowserHistory {
  state: unknown = { __NA: true }
  address = ""

  replaceState(state: unknown, _: string, address: string): void {
    this.state = state
    this.address = address
  }
}

test("before the router is ready, the state of the entry is kept", () => {
  const history = new BrowserHistory()
  vi.stubGlobal("window", { history })
  replaceAddress("/geo?hours=168")
  expect(history).toMatchObject({ state: { __NA: true }, address: "/geo?hours=168" })
})

test("the router's own replaceState gets no state, so that it notices the address", () => {
  const written: unknown[] = []
  const history = Object.assign(new BrowserHistory(), { replaceState: (...args: unknown[]) => void written.push(args) })
  vi.stubGlobal("window", { history })
  replaceAddress("/geo")
  expect(written).toEqual([[null, "", "/geo"]])
})
