import { expect, test } from "vitest"
import { createConnecting } from "./connecting"

/** Wallets whose answers the test triggers. */
function wallets() {
  const asked: { readonly approve: () => void; readonly decline: () => void }[] = []
  const left: string[] = []
  const connecting = createConnecting<string>({
    connect: (name) =>
      new Promise((resolve, reject) => {
        asked.push({ approve: () => resolve([`0x${name}`]), decline: () => reject(new Error("No.")) })
      }),
    leave: (name) => void left.push(name),
  })
  return { ...connecting, asked, left }
}

test("the wallet is called in the same task as the click, and its answer is returned", async () => {
  const { begin, asked, left } = wallets()
  const [approved, declined] = [begin("a"), begin("a")]
  expect(asked).toHaveLength(2)
  asked[0]?.approve()
  asked[1]?.decline()
  expect(await approved).toEqual({ kind: "connected", accounts: ["0xa"] })
  expect(await declined).toMatchObject({ kind: "failed" })
  expect(left).toEqual([])
})

test("a wallet that answers after stop() is disconnected again", async () => {
  const { begin, stop, asked, left } = wallets()
  const [approved, declined] = [begin("a"), begin("b")]
  stop()
  asked[0]?.approve()
  asked[1]?.decline()
  expect([await approved, await declined]).toEqual([null, null])
  expect(left).toEqual(["a"])
})

test("a late answer does not replace a wallet that was chosen later", async () => {
  const { begin, stop, asked, left } = wallets()
  const first = begin("a")
  stop()
  const second = begin("b")
  asked[1]?.approve()
  expect(await second).toMatchObject({ accounts: ["0xb"] })
  asked[0]?.approve()
  expect(await first).toBeNull()
  expect(left).toEqual(["a"])
})

test("after a wallet is chosen again its answer to the first request connects it", async () => {
  const { begin, stop, asked, left } = wallets()
  const first = begin("a")
  stop()
  void begin("a")
  asked[0]?.approve()
  expect(await first).toMatchObject({ kind: "connected" })
  expect(left).toEqual([])
})
