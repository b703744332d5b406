import type { PaidContract, Params, ResponseOf } from "@/lib/api/contract"
import { formatUsdc } from "@/lib/domain/usdc"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { checkHistory, getHistory } from "@/lib/endpoints/history/answer"
import { daysBetween, historyContract, historyPrice } from "@/lib/endpoints/history/contract"
import { type Quote, quotedRoute } from "@/lib/server/http/paid-route"
import type { Route } from "@/lib/server/http/route"
import { routeOptions } from "./routes"
import { runtime } from "./runtime"
import { servicePorts } from "./service-ports"
import { LEFT_OUT } from "./versions"

/** `GET /api/history/{coin}`: revealed calls, at a price for each day with calls. */
export function historyEndpoint(): Route {
  return quotedRoute(historyContract, quoteHistory, routeOptions, async () => (await runtime()).gate)
}

type Question = Params<typeof historyContract>

/** The answer is made with its price, so that a day that becomes whole in between is neither sold unpaid nor charged for. */
async function quoteHistory(params: Question, url: string): Promise<Quote<typeof historyContract>> {
  checkHistory(params)
  const answer = await getHistory(params, await (await servicePorts()).figures())
  return {
    offer: { contract: pricedContract(answer.days.length), url, items: pricesOf(answer) },
    answer: () => Promise.resolve(answer),
  }
}

/** For each day that was asked for its price in USDC, or that it is left out. */
function pricesOf({ from, to, days: sold }: ResponseOf<typeof historyContract>): Readonly<Record<string, string>> {
  const days = Array.from({ length: daysBetween(from, to) }, (_, index) => isoDate(Date.parse(from) + index * DAY_MS))
  const price = formatUsdc(historyPrice(1))
  return Object.fromEntries(days.map((day) => [day, sold.includes(day) ? price : LEFT_OUT]))
}

/** One contract for each price, because values that derive from a contract are cached by contract. */
const byDays = new Map<number, PaidContract>()

function pricedContract(days: number): PaidContract {
  const known = byDays.get(days) ?? { ...historyContract, price: historyPrice(days) }
  byDays.set(days, known)
  return known
}
