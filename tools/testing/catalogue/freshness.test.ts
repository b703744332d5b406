import { beforeAll, expect, test, vi } from "vitest"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid, type PaidContract } from "@/lib/api/contract"
import { type InputName, inputLimits } from "@/lib/domain/freshness"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { exampleOf, urlOf } from "./requests"
import { routeOf } from "./routes"
import { openCatalogueHarness } from "./catalogue-harness"
import { authorize, base64, newPayer, payloadV2 } from "@/tools/testing/payments/fixtures"

/* Compares the published maximum ages of data with the answers that are sold after all providers have failed. */

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const MINUTE_MS = 60_000

const contracts: readonly Contract[] = catalogue
/** A brief has the limits of its items. */
const paid = contracts.filter(isPaid).filter(({ priceRange }) => !priceRange)

let payment: Record<string, string> = {}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  payment = { "PAYMENT-SIGNATURE": base64(payloadV2(await authorize(newPayer()))) }
})

type Harness = Awaited<ReturnType<typeof openCatalogueHarness>>

/** Every paid endpoint is requested at every age of its data. */
const SLOW_TEST_TIMEOUT_MS = 60_000

test(
  "an endpoint answers 503 exactly when one of its inputs is older than the published limit",
  async () => {
    const harness = await openCatalogueHarness(NOW_MS)
    harness.failAllRequests()
    const actual: string[] = []
    const expected: string[] = []
    for (const laterMs of [
      0,
      4 * MINUTE_MS,
      16 * MINUTE_MS,
      3 * HOUR_MS,
      13 * HOUR_MS,
      2 * DAY_MS,
      4 * DAY_MS,
      8 * DAY_MS,
    ]) {
      vi.setSystemTime(NOW_MS + laterMs)
      for (const contract of paid) {
        const where = `${contract.id} after ${laterMs / MINUTE_MS} min`
        actual.push(`${where}: ${await statusOf(contract)}`)
        const { needs, atClose = [] } = contract.freshness
        const isSold = [...needs, ...atClose].every((input) => isFresh(input, contract, harness))
        expected.push(`${where}: ${isSold ? 200 : 503}`)
      }
    }
    expect(actual).toEqual(expected)
  },
  SLOW_TEST_TIMEOUT_MS,
)

async function statusOf(contract: PaidContract): Promise<number> {
  const question = exampleOf(contract)
  const { GET } = await routeOf(contract)
  const request = new Request(`https://signal402.example${urlOf(contract, question)}`, { headers: payment })
  return (await GET(request, { params: Promise.resolve(question.path) })).status
}

function isFresh(input: InputName, { id }: Contract, { candles, feeds }: Harness): boolean {
  const { series } = candles.status()
  const coins: readonly Coin[] = id === "market_overview" ? COINS : ["BTC"]
  const statuses =
    input === "price" || input === "1h" || input === "4h" || input === "1d"
      ? series.filter(({ coin, kind }) => kind === input && coins.includes(coin))
      : [feeds[input === "newsPoll" ? "news" : input].status()]
  return statuses.every(({ asOfMs }) => asOfMs !== null && Date.now() - asOfMs <= inputLimits[input].maxAgeMs)
}
