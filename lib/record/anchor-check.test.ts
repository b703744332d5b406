import { createClient, custom, http } from "viem"
import { expect, test } from "vitest"
import { aggregate, MULTICALL3 } from "@/lib/x402/chain/multicall"
import { withAnchor } from "@/lib/x402/chain/record-anchor"
import { transferCall } from "@/lib/x402/chain/usdc-contract"
import { readAnchors } from "@/tools/cli/fetch-anchors"
import { FIRST_LINK } from "@/lib/domain/track-record/record-anchor"
import { createRecordAnchors } from "@/lib/x402/ledger/record-anchors"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { newPayer, terms } from "@/tools/testing/payments/fixtures"
import { authorizeNow, openSettler, queueSales } from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import { sealedHistory } from "@/tools/testing/record/sealed-history"
import { createMemorySealedStore } from "@/tools/testing/record/sealed-store"
import { checkNewestAnchor } from "./anchor-check"
import { startAnchorJob } from "./anchor-job"

const harness = settlementHarness()
const { records } = sealedHistory({ days: 1, seed: 3 })
const anchor = { link: FIRST_LINK, head: records.at(-1)?.hash ?? "" }

test("a record without the head of its anchor on the chain is contradicted until the operator accepts it", async () => {
  const { setup } = harness
  const store = await openEmbeddedStore(":memory:")
  const ledger = createSqlLedger(store)
  const anchors = createRecordAnchors(store)
  const payee = { usdc: terms.asset, payTo: terms.payTo }
  const client = createClient({ transport: http(setup.chain.rpcUrl) })
  const check = (known: typeof records, accounts: readonly string[] = []) =>
    checkNewestAnchor({
      client,
      payee,
      accounts,
      sealed: createMemorySealedStore(known),
      anchors,
      clock: () => 5,
    })
  expect(await check(records), "a new chain").toEqual({ kind: "agrees", newest: null, checkedMs: 5 })

  const offered = [anchor]
  const [sale] = await queueSales(setup, ledger, 1)
  if (sale === undefined) throw new Error("Nothing was sold.")
  const settler = openSettler(setup, ledger, { anchor: async () => offered.pop() ?? null })
  const settled = await settler.settle(sale)
  const transaction = settled.kind === "settled" ? settled.transaction : null
  await settler.stop()
  expect(await check(records)).toMatchObject({ kind: "agrees", newest: { ...anchor, transaction } })
  expect(await check(records.slice(0, -1)), "an older copy").toMatchObject({ kind: "contradicted", anchor })
  const [first, ...rest] = records
  if (first === undefined) throw new Error("The history is empty.")
  const changed = { ...first, facts: { ...first.facts, score: first.facts.score + 1 } }
  expect(await check([changed, ...rest]), "a call changed below its hash").toMatchObject({ kind: "contradicted" })

  // Another account pays with an anchor of its own, later.
  const payer = newPayer()
  await setup.mint(payer.address)
  const call = aggregate([transferCall(terms.asset, await authorizeNow(payer))])
  await setup.sendFromOtherAccount({ to: MULTICALL3, data: withAnchor(call, { ...anchor, head: "de".repeat(32) }) })
  expect(await check(records)).toMatchObject({ kind: "agrees", newest: anchor })

  const events: string[] = []
  const job = startAnchorJob({
    client,
    payee,
    accounts: [],
    sealed: createMemorySealedStore(records),
    anchors,
    clock: () => 5,
    log: (event) => events.push(event),
  })
  await job.tried
  await job.stop()
  expect([job.state().kind, events]).toEqual(["agrees", []])
  expect(await anchors.confirmed()).toMatchObject([{ head: anchor.head, transaction }])

  const read = await readAnchors(
    setup.chain.rpcUrl,
    { network: terms.network, payee },
    { beginMs: 0, onProgress: () => undefined },
  )
  expect(read.anchors.map(({ head }) => head)).toEqual([anchor.head, "de".repeat(32)])
  expect(read.received.get(setup.account.address.toLowerCase())).toBe(50_000n)

  // Somebody removes the anchor from the ledger, and even its rows: the chain still has it.
  await store
    .updateTable("settlement_transactions")
    .set({ anchored_head: null, anchored_link: null, raw: "0x02" })
    .execute()
  expect(await check([]), "nothing is left of the record").toMatchObject({ kind: "contradicted" })
  await store.deleteFrom("settlement_transactions").execute()
  expect(await check([], [setup.account.address])).toMatchObject({ kind: "contradicted" })
  await anchors.accept({ at: "2026-11-27T00:00:00.000Z", contradicted: transaction, head: FIRST_LINK, reason: "lost" })
  expect(await check([], [setup.account.address])).toMatchObject({ kind: "agrees", newest: anchor })
}, 60_000)

test("while the node is away nothing is held against the record, and sealing may begin", async () => {
  const store = await openEmbeddedStore(":memory:")
  const events: string[] = []
  const job = startAnchorJob({
    client: createClient({ transport: http("http://127.0.0.1:9", { retryCount: 0 }) }),
    payee: { usdc: terms.asset, payTo: terms.payTo },
    accounts: [newPayer().address],
    sealed: createMemorySealedStore([]),
    anchors: createRecordAnchors(store),
    clock: () => 5,
    log: (event) => events.push(event),
  })
  await job.tried
  await job.stop()
  expect([job.state().kind, events]).toEqual(["unchecked", ["record_not_compared"]])
})

test("a service whose accounts sent nothing reads no page of the chain, and damaged rows stop no comparison", async () => {
  const asked: string[] = []
  const counts = new Map<string, `0x${string}`>()
  const client = createClient({
    transport: custom({
      request: async ({ method, params }: { readonly method: string; readonly params?: readonly unknown[] }) => {
        asked.push(method)
        if (method === "eth_getTransactionCount") return counts.get(String(params?.[0])) ?? "0x0"
        return method === "eth_getLogs" ? [] : "0xfa0"
      },
    }),
  })
  const account = newPayer().address.toLowerCase()
  const ports = {
    client,
    payee: { usdc: terms.asset, payTo: terms.payTo },
    sealed: createMemorySealedStore([]),
    clock: () => 5,
  }
  const ledger = { signed: async () => new Map(), acceptances: async () => [], signers: async () => ["damaged"] }
  const check = (accounts: readonly string[]) => checkNewestAnchor({ ...ports, accounts, anchors: ledger })
  expect(await check([])).toEqual({ kind: "agrees", newest: null, checkedMs: 5 })
  expect(asked).toEqual([])
  await check([account])
  expect(asked).toEqual(["eth_getTransactionCount"])
  counts.set(account, "0x1")
  await check([account])
  expect(asked.filter((method) => method === "eth_getLogs").length).toBeGreaterThan(0)
})
