import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { describeLedger } from "@/lib/testing/ledger-contract"
import { idOf, mined, purchase, SIGNER, SOLD, transaction } from "@/lib/testing/ledger-fixtures"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000

let folder: string
let files = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "signal402-ledger-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

describeLedger("the ledger in memory", () => open(":memory:"))
describeLedger("the ledger in a file", () => open(newFile()))

test("a reopened file holds every row as it was", async () => {
  const file = newFile()
  const first = await open(file)
  const claim = await first.ledger.claim(purchase(1), NOW)
  await first.ledger.saveAnswer(idOf(1), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
  await first.ledger.markSent(transaction(1), [idOf(1)], NOW)
  await first.ledger.claim(purchase(2), NOW)
  const rows = await Promise.all([1, 2].map((n) => first.ledger.find(idOf(n))))
  await first.close()

  const second = await open(file)
  expect(await Promise.all([1, 2].map((n) => second.ledger.find(idOf(n))))).toEqual(rows)
  expect(await second.ledger.unfinished(10)).toEqual([rows[0]])
  expect(await second.ledger.pendingTransactions(SIGNER)).toEqual([transaction(1)])
  await second.ledger.markSettled([idOf(1)], mined(1), NOW)
  await second.close()

  const third = await open(file)
  expect(await third.ledger.find(idOf(1))).toMatchObject({ state: "settled", answer: SOLD, settledAtMs: NOW })
  await third.close()
})

test("two connections to one file share one claim", async () => {
  const file = newFile()
  const [one, two] = [await open(file), await open(file)]
  const attempts = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : two).ledger.claim(purchase(1), NOW))
  const claims = await Promise.all(attempts)
  expect(claims.filter(({ kind }) => kind === "claimed")).toHaveLength(1)
  await one.close()
  await two.close()
})

test("rows far beyond 32 bits survive: times, nonces and fees", async () => {
  const { ledger, close } = await open(":memory:")
  const far = purchase(1, { authorization: { validAfterS: 1, validBeforeS: Number.MAX_SAFE_INTEGER } })
  await ledger.claim(far, NOW)
  expect((await ledger.find(idOf(1)))?.authorization).toEqual(far.authorization)
  await close()
})

function newFile(): string {
  files += 1
  return join(folder, `${files}`, "ledger.db")
}

async function open(file: string) {
  const store = await openEmbeddedStore(file)
  return { ledger: createSqlLedger(store), close: () => store.destroy() }
}
