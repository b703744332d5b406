import { expect, test } from "vitest"
import { createFakeProvider, type FakeAnswer } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, fixtureText } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createFredSource } from "./client"

const FIXTURES = "lib/market/sources/fred/fixtures"
const SINCE = Date.UTC(2026, 8, 1)
const DAYS = [
  { atMs: Date.UTC(2026, 8, 30), value: 16.1 },
  { atMs: Date.UTC(2026, 9, 2), value: 15.8 },
]

function fred(answer: FakeAnswer, apiKey?: string) {
  const provider = createFakeProvider(() => answer)
  return { ...provider, source: createFredSource({ http: provider.http, ...(apiKey !== undefined && { apiKey }) }) }
}

test("without a key the chart download is read, and days without value are skipped", async () => {
  const body = fixtureText(`${FIXTURES}/fredgraph_VIXCLS_shape.csv`)
  const { source, requests } = fred({ body })
  expect((await source.daily("VIXCLS", SINCE)).points).toEqual(DAYS)
  expect(requests[0]?.url).toContain("fredgraph.csv?id=VIXCLS&cosd=2026-09-01")
  const older = fred({ body: body.replace("observation_date", "DATE") })
  expect((await older.source.daily("VIXCLS", SINCE)).points).toEqual(DAYS)
})

test("with a key the same days come from the API", async () => {
  const observations = [
    { date: "2026-09-30", value: "16.1" },
    { date: "2026-10-01", value: "." },
    { date: "2026-10-02", value: "15.8" },
  ]
  expect((await fred({ body: { observations } }, "key").source.daily("VIXCLS", SINCE)).points).toEqual(DAYS)
})

test("an invalid key is an auth error without the key in its message", async () => {
  const { source } = fred({ status: 400, body: fixtureJson(`${FIXTURES}/error_bad_key.json`) }, "my-secret-key")
  const error: unknown = await source.daily("DGS10", SINCE).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ kind: "auth" })
  expect(String(error)).not.toContain("my-secret-key")
})

test.each([
  ["<html>Error</html>", "upstream_text_error"],
  ["observation_date,DGS10\n2026-09-30,4.1\n", "schema"],
])("the answer %j is a source error of kind %s", async (body, kind) => {
  await expect(fred({ body }).source.daily("VIXCLS", SINCE)).rejects.toMatchObject({ kind })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createFredSource({ http }).daily("SP500", SINCE))
  await expectOnlySourceErrors((http) => createFredSource({ http, apiKey: "k" }).daily("SP500", SINCE))
})
