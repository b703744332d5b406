import { mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createAnswerRecorder, LISTS } from "./record-answers"
import { createScrub } from "./scrub"

const KEY = "sk-live-0123456789"
const reading = { provider: "fred", question: "DGS10", isUsable: true, rows: 5, droppedRows: 0, says: `refused ${KEY}` }

async function recording(answers: Readonly<Record<string, () => Response>>) {
  const folder = mkdtempSync(join(tmpdir(), "recorded-"))
  const network = async (input: RequestInfo | URL) =>
    answers[new URL(new Request(input).url).host]?.() ?? Response.error()
  const recorder = createAnswerRecorder(folder, { network, scrub: createScrub([KEY]) })
  return { folder, recorder }
}

function filesOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]))
}

test("answers are kept by what was asked, without keys, cookies and ids of the caller", async () => {
  const { folder, recorder } = await recording({
    "api.stlouisfed.org": () =>
      Response.json(
        { api_key: KEY, requestId: "abc", observations: [{ date: "2026-11-20", value: "4.1" }] },
        { headers: { "set-cookie": "session=abc", "x-request-id": "abc", "retry-after": "5" } },
      ),
    "api.hyperliquid.xyz": () => Response.json({ BTC: "100000.5" }),
    "query1.finance.yahoo.com": () =>
      new Response("<p>Your IP 203.0.113.7, Ray ID: 8f1c2d3e4a5b6c7d</p>", { status: 429 }),
  })
  const fred = "https://api.stlouisfed.org/fred/series/observations"
  await recorder.fetch(`${fred}?series_id=DGS10&api_key=${KEY}`)
  await recorder.fetch(`${fred}?series_id=DGS3MO&api_key=${KEY}`)
  for (const type of ["allMids", "metaAndAssetCtxs"]) {
    await recorder.fetch("https://api.hyperliquid.xyz/info", {
      method: "POST",
      body: JSON.stringify({ type, user: KEY }),
    })
  }
  await recorder.fetch("https://query1.finance.yahoo.com/v8/finance/chart/%5EVIX?crumb=abc")
  const refused = { ...reading, question: "DGS3MO", isUsable: false, says: 'words: "<p>Ray ID 8f1c2d3e4a5b6c7d</p>"' }
  expect(recorder.finish([reading, refused])[0]).toContain("5 answers are recorded")

  const files = filesOf(folder)
  expect(Object.keys(files).toSorted()).toEqual([
    LISTS.readings,
    LISTS.requests,
    "api.hyperliquid.xyz_info_allMids.json",
    "api.hyperliquid.xyz_info_metaAndAssetCtxs.json",
    "api.stlouisfed.org_fred_series_observations_DGS10.json",
    "api.stlouisfed.org_fred_series_observations_DGS3MO.json",
    "error_429_query1.finance.yahoo.com_v8_finance_chart_5EVIX.txt",
  ])
  expect(JSON.parse(files["api.stlouisfed.org_fred_series_observations_DGS10.json"] ?? "")).toEqual({
    api_key: "[removed]",
    requestId: "[removed]",
    observations: [{ date: "2026-11-20", value: "4.1" }],
  })
  expect(files["error_429_query1.finance.yahoo.com_v8_finance_chart_5EVIX.txt"]).toBe(
    "<p>Your IP [removed], Ray ID: [removed]</p>",
  )
  expect(JSON.parse(files[LISTS.requests] ?? "")[0]).toMatchObject({
    asked: { series_id: "DGS10" },
    headers: { "content-type": "application/json", "retry-after": "5" },
  })
  expect(Object.values(files).join("\n")).not.toMatch(/sk-live|session=|203\.0\.113|8f1c2d|"abc"|crumb/)
})
