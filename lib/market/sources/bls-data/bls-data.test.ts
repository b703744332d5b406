import { expect, test } from "vitest"
import { createFakeProvider, type FakeAnswer } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createBlsDataSource } from "./client"

const documented = fixtureJson("lib/market/sources/bls-data/fixtures/timeseries_shape.json") as {
  readonly Results: object
}

function asking(body: FakeAnswer["body"]) {
  const provider = createFakeProvider(() => ({ body }))
  return { ...provider, figures: () => createBlsDataSource(provider).figures() }
}

const answer = (seriesID: string, values: Readonly<Record<string, string>>) => ({
  status: "REQUEST_SUCCEEDED",
  message: [],
  Results: {
    series: [
      {
        seriesID,
        data: Object.entries(values).map(([month, value]) => ({
          year: month.slice(0, 4),
          period: `M${month.slice(5)}`,
          value,
          footnotes: [{}],
        })),
      },
    ],
  },
})

test("all series are one request, and the change of the newest month is read from both documented shapes", async () => {
  const jobs = { kind: "NFP", measure: "Non-Farm Employment Change", month: "2025-02", value: "40K" }
  const { figures, requests } = asking(documented)
  expect(await figures()).toEqual([jobs])
  expect(await requests[0]?.json()).toEqual({
    seriesid: ["CUSR0000SA0", "CUUR0000SA0", "CUSR0000SA0L1E", "CES0000000001", "LNS14000000", "WPSFD4", "WPSFD49104"],
  })
  expect(requests).toHaveLength(1)
  expect(await asking({ ...documented, Results: [documented.Results] }).figures()).toEqual([jobs])
})

test("a month without a value is no value, and a change from it is unknown", async () => {
  const unpublished = { "2025-11": "325.031", "2025-10": "-", "2025-09": "324.368" }
  await expect(asking(answer("CUSR0000SA0", unpublished)).figures()).rejects.toMatchObject({ kind: "schema" })
  expect(await asking(answer("LNS14000000", { "2025-10": "-", "2025-09": "4.4" })).figures()).toEqual([
    { kind: "NFP", measure: "Unemployment Rate", month: "2025-09", value: "4.4%" },
  ])
})

test("the mean of a year is not its last month, and a fall of less than a twentieth is written without a sign", async () => {
  const rows = answer("WPSFD4", { "2026-01": "150.000", "2025-13": "149.000", "2025-12": "150.010" })
  expect(await asking(rows).figures()).toEqual([{ kind: "PPI", measure: "PPI m/m", month: "2026-01", value: "0.0%" }])
})

test.each([
  ["REQUEST_NOT_PROCESSED", "Request could not be serviced, as the daily threshold has been reached.", "rate_limited"],
  ["REQUEST_FAILED_INVALID_PARAMETERS", "Your request has failed.", "not_found"],
])("a request that was not processed is an error: %s", async (status, message, kind) => {
  await expect(asking({ status, message: [message], Results: {} }).figures()).rejects.toMatchObject({ kind })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createBlsDataSource({ http }).figures())
})
