import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureText } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createCboeSource } from "./client"

function cboe(body: string, status = 200) {
  return createCboeSource(createFakeProvider(() => ({ status, body })))
}

test("the first published sessions are read", async () => {
  expect(await cboe(fixtureText("lib/market/sources/cboe/fixtures/VIX_History_shape.csv")).vixPoints()).toEqual({
    points: [
      { atMs: Date.UTC(1990, 0, 2), value: 17.24 },
      { atMs: Date.UTC(1990, 0, 3), value: 18.19 },
      { atMs: Date.UTC(1990, 0, 4), value: 19.22 },
    ],
    asOfMs: Date.UTC(1990, 0, 4),
    droppedRows: 0,
  })
})

test.each([
  ["<html>Access denied</html>", 200, "upstream_text_error"],
  ["DATE,OPEN,HIGH,LOW,CLOSE\n1990-01-02,1,1,1,1\n", 200, "schema"],
  ["DATE,OPEN,HIGH,LOW,CLOSE\n", 200, "stale"],
  ["gone", 404, "not_found"],
])("the answer %j with status %i is a source error of kind %s", async (body, status, kind) => {
  await expect(cboe(body, status).vixPoints()).rejects.toMatchObject({ kind })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createCboeSource({ http }).vixPoints())
})
