import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { commitmentOf } from "@/lib/domain/track-record/chain"
import { checkRow } from "./check-row"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const record = { id: "BTC-2026-11-20T12:00:00.000Z", direction: "LONG", votes: { long: 8, short: 3 } }
const nonce = "00112233445566778899aabbccddeeff"
const commitment = commitmentOf(record, nonce, sha256)

test("the browser computes the same commitment as the service", async () => {
  expect(await checkRow({ record, nonce, commitment })).toBe("holds")
})

test.each([
  { record: { ...record, direction: "SHORT" }, nonce, commitment },
  { record, nonce: `${nonce.slice(0, -1)}0`, commitment },
])("a changed record or nonce does not match", async (row) => {
  expect(await checkRow(row)).toBe("differs")
})
