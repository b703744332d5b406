import { beforeAll, expect, test, vi } from "vitest"
import { Problem } from "@/lib/api/problem"
import { historyContract } from "@/lib/endpoints/history/contract"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { sealSoldDays } from "@/tools/testing/catalogue/sealed-days"
import { authorize, base64, newPayer, payloadV2 } from "@/tools/testing/payments/fixtures"

let payment: Record<string, string> = {}
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  payment = { "PAYMENT-SIGNATURE": base64(payloadV2(await authorize(newPayer()))) }
  await openCatalogueHarness(Date.UTC(2026, 10, 20, 15, 7))
  await sealSoldDays()
})

async function ask(from?: string, to?: string, headers: Record<string, string> = {}): Promise<Response> {
  const { GET } = await routeOf(historyContract)
  const asked = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString()
  const url = `https://signal402.example/api/history/BTC?${asked}`
  return GET(new Request(url, { headers }), { params: Promise.resolve({ coin: "BTC" }) })
}

test.each([
  ["2026-11-14", "10000"],
  ["2026-11-15", "20000"],
  ["2026-12-14", "20000"],
])("the 402 of 2026-11-14 to %s states the price of the days with calls, and which days", async (to, price) => {
  const response = await ask("2026-11-14", to)
  expect(response.status).toBe(402)
  const { accepts, items } = (await response.json()) as {
    accepts: { maxAmountRequired: string }[]
    items: Readonly<Record<string, string>>
  }
  expect(new Set(accepts.map(({ maxAmountRequired }) => maxAmountRequired))).toEqual(new Set([price]))
  const sold = Object.keys(items).filter((day) => items[day] === "0.01")
  expect(sold).toEqual(["2026-11-14", "2026-11-15"].filter((day) => day <= to))
  expect(Object.keys(items).at(-1)).toBe(to)
})

test("the listed address, which names no day, is sold at a day's price", async () => {
  const { price } = historyContract
  const response = await ask()
  expect(response.status).toBe(402)
  expect(await response.json()).toMatchObject({
    accepts: [{ maxAmountRequired: String(price) }],
    items: { "2026-11-15": "0.01" },
  })
  const answer = historyContract.response.parse(await (await ask(undefined, undefined, payment)).json())
  expect([answer.from, answer.to, answer.days]).toEqual(["2026-11-15", "2026-11-15", ["2026-11-15"]])
})

test("a paid request is answered with the calls of the days", async () => {
  const response = await ask("2026-11-14", "2026-11-15", payment)
  expect(response.status).toBe(200)
  const answer = historyContract.response.parse(await response.json())
  expect([answer.rows, answer.next_from]).toEqual([2, "2026-11-19"])
  expect(answer.days).toEqual(["2026-11-14", "2026-11-15"])
  expect(JSON.parse(answer.data.split("\n")[0] ?? "")).toMatchObject({
    id: "BTC-2026-11-14T00:00:00.000Z",
    kind: "live_paper",
  })
})

test.each([
  ["2026-11-15", "2026-11-14", "must not be before from"],
  ["2026-11-01", "2026-12-02", "at most 31 days"],
])("%s to %s is answered 400 before any price", async (from, to, message) => {
  for (const headers of [{}, payment]) {
    const response = await ask(from, to, headers)
    expect(response.status).toBe(400)
    expect(Problem.parse(await response.json())).toMatchObject({
      charged: "no",
      details: { to: expect.stringContaining(message) },
    })
  }
})

test("days without a call are answered 503 before a signature is asked", async () => {
  const response = await ask("2026-10-01", "2026-10-05")
  expect(response.status).toBe(503)
  expect(Problem.parse(await response.json())).toMatchObject({ charged: "no" })
})
