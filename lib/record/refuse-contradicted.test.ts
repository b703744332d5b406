import { expect, test } from "vitest"
import type { AnchorOnChain } from "@/lib/x402/chain/read-anchors"
import type { AnchorCheckState } from "./anchor-check"
import { refuseContradicted } from "./refuse-contradicted"

const anchor: AnchorOnChain = {
  head: "aa".repeat(32),
  link: "00".repeat(32),
  transaction: `0x${"bb".repeat(32)}`,
  blockNumber: 1,
  timeMs: 1,
  sender: `0x${"cc".repeat(20)}`,
}
const never = () => new Promise<void>(() => undefined)
const job = (tried: Promise<void>, state: AnchorCheckState) => ({ tried, state: () => state })

test("a record that its own anchor contradicts keeps the service from its start, with the transaction and the way out", async () => {
  const start = refuseContradicted(job(Promise.resolve(), { kind: "contradicted", anchor }), never)
  await expect(start).rejects.toMatchObject({ code: "invalid_config" })
  await expect(start).rejects.toThrow(`transaction ${anchor.transaction}`)
  await expect(start).rejects.toThrow("ledger -- accept-record --reason TEXT")
})

test("the service starts when the record agrees, when the node fails, and when the node does not answer in time", async () => {
  const agrees = { kind: "agrees", newest: anchor, checkedMs: 1 } as const
  await expect(refuseContradicted(job(Promise.resolve(), agrees), never)).resolves.toBeUndefined()
  await expect(refuseContradicted(job(Promise.resolve(), { kind: "unchecked" }), never)).resolves.toBeUndefined()
  const waits: number[] = []
  const sleep = (ms: number) => {
    waits.push(ms)
    return Promise.resolve()
  }
  await expect(refuseContradicted(job(never(), { kind: "unchecked" }), sleep)).resolves.toBeUndefined()
  expect(waits).toEqual([60_000])
})
