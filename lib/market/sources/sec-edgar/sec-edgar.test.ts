import { expect, test } from "vitest"
import { createFakeProvider, type FakeAnswer } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createSecEdgarSource } from "./client"

const FILE = "lib/market/sources/sec-edgar/fixtures/submissions_shape.json"

function edgar(answer: FakeAnswer) {
  const { http, requests } = createFakeProvider(() => answer)
  return { source: createSecEdgarSource({ http }), requests }
}

test("8-K reports with an announcement are read with their document's URL", async () => {
  const { source, requests } = edgar({ body: fixtureJson(FILE) })
  expect(await source.filings("MSTR")).toEqual([
    {
      ticker: "MSTR",
      filedMs: Date.UTC(2026, 10, 16),
      url: "https://www.sec.gov/Archives/edgar/data/1050446/000119312526000003/form-8k3.htm",
    },
  ])
  expect(requests[0]?.url).toBe("https://data.sec.gov/submissions/CIK0001050446.json")
})

test.each([
  [{ status: 403, body: "Undeclared Automated Tool" }, "auth"],
  [{ body: { filings: { recent: { form: ["8-K"], filingDate: [] } } } }, "schema"],
  [{ body: "<html>" }, "upstream_text_error"],
] as const)("the answer %j is a source error of kind %s", async (answer, kind) => {
  await expect(edgar(answer).source.filings("MARA")).rejects.toMatchObject({ kind })
})

test("columns of different lengths are refused", async () => {
  const body = JSON.stringify(fixtureJson(FILE)).replace('"8-K","10-Q",', '"8-K",')
  await expect(edgar({ body }).source.filings("RIOT")).rejects.toMatchObject({ kind: "schema" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createSecEdgarSource({ http }).filings("COIN"))
})
