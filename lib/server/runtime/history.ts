import type { PaidContract, Params } from "@/lib/api/contract"
import { checkHistory, getHistory } from "@/lib/endpoints/history/answer"
import { historyContract, historyPrice } from "@/lib/endpoints/history/contract"
import { type Quote, quotedRoute } from "@/lib/server/http/paid-route"
import type { Route } from "@/lib/server/http/route"
import { routeOptions } from "./routes"
import { runtime } from "./runtime"
import { servicePorts } from "./service-ports"

/** `GET /api/history/{coin}`: revealed calls, at a price for each day that is asked for. */
export function historyEndpoint(): Route {
  return quotedRoute(historyContract, quoteHistory, routeOptions, async () => (await runtime()).gate)
}

type Question = Params<typeof historyContract>

/** Days without a call are not priced. */
async function quoteHistory(params: Question, url: string): Promise<Quote<typeof historyContract>> {
  const days = checkHistory(params)
  await answerHistory(params)
  return { offer: { contract: pricedContract(days), url }, answer: () => answerHistory(params) }
}

async function answerHistory(params: Question) {
  return getHistory(params, await (await servicePorts()).figures())
}

/** One contract for each price, because values that derive from a contract are cached by contract. */
const byDays = new Map<number, PaidContract>()

function pricedContract(days: number): PaidContract {
  const known = byDays.get(days) ?? { ...historyContract, price: historyPrice(days) }
  byDays.set(days, known)
  return known
}
