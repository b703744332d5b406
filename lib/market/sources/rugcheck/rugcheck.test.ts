import fc from "fast-check"
import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { mutatedJson } from "@/tools/testing/feeds/mutations"
import { createRugCheckSource, RugCheckReport } from "./client"

const REPORT = fixtureJson("lib/market/sources/rugcheck/fixtures/report_shape.json")
const TOKEN = { chain: "solana", address: "MintExample11111111111111111111111111111111" }

function rugCheck(report: unknown = REPORT) {
  const provider = createFakeProvider(() => ({ body: report }))
  return createRugCheckSource({ http: provider.http, clock: provider.time.clock })
}

test("pools and lockers are not among the holders, and the deepest market tells what is locked", async () => {
  expect(await rugCheck().security(TOKEN)).toMatchObject({
    provider: "RugCheck",
    mintable: false,
    freezable: false,
    top10Pct: 8,
    lpLockedPct: 97.5,
    creatorPct: 2,
    honeypot: null,
  })
})

test("the ten largest wallets count, beside the pools above them", async () => {
  const wallets = Array.from({ length: 12 }, (_, i) => ({ address: `a${i}`, owner: `o${i}`, pct: 2 }))
  const pools = [1, 2, 3].map((i) => ({
    address: `vault${i}`,
    owner: "Pool111111111111111111111111111111111111111",
    pct: 20,
  }))
  const report = { ...(REPORT as object), topHolders: [...pools, ...wallets] }
  expect(await rugCheck(report).security(TOKEN)).toMatchObject({ top10Pct: 20 })
})

test("locks that the report lists are no holders, by owner and by account", async () => {
  const topHolders = [
    { address: "a1", owner: "LockOwner", pct: 60 },
    { address: "LockAccount", owner: "o2", pct: 20 },
    { address: "a3", owner: "o3", pct: 3 },
  ]
  const lockers = { L1: { owner: "Program", tokenAccount: "LockAccount", type: "streamflow" } }
  const report = { ...(REPORT as object), topHolders, lockers, lockerOwners: { LockOwner: true } }
  expect(await rugCheck(report).security(TOKEN)).toMatchObject({ top10Pct: 3 })
})

test("tokens of other chains are not asked for", async () => {
  expect(await rugCheck().security({ ...TOKEN, chain: "base" })).toBeNull()
})

test("a mutated report is parsed or refused", () => {
  fc.assert(
    fc.property(mutatedJson(REPORT), (report) => {
      expect(() => RugCheckReport.safeParse(report)).not.toThrow()
    }),
    { numRuns: 200 },
  )
})
