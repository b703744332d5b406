import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createHoneypotSource } from "./client"

const ANSWER = fixtureJson("lib/market/sources/honeypot-is/fixtures/IsHoneypot_shape.json")
const TOKEN = { chain: "ethereum", address: "0x00000000000000000000000000000000000000aa" }

function source(body: unknown) {
  const { http, time } = createFakeProvider(() => ({ body }))
  return createHoneypotSource({ http, clock: time.clock })
}

test("a simulated trade gives taxes and whether the token can be sold, and other fields are unknown", async () => {
  expect(await source(ANSWER).security(TOKEN)).toMatchObject({
    honeypot: false,
    buyTaxPct: 1.5,
    sellTaxPct: 2.5,
    proxy: false,
    mintable: null,
    lpLockedPct: null,
  })
})

test("a token without a simulation, or on an unsupported chain, is not checked", async () => {
  expect(await source({ simulationSuccess: false }).security(TOKEN)).toBeNull()
  expect(await source(ANSWER).security({ chain: "solana", address: "So1" })).toBeNull()
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createHoneypotSource({ http, clock }).security(TOKEN))
})
