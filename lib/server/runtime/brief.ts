import { fitsContract } from "@/lib/server/http/fits-contract"
import { briefContract, briefPrice, contractOfItem, itemsOf } from "@/lib/endpoints/brief/contract"
import { type PaidContract, type Params, type ResponseOf, underApi } from "@/lib/api/contract"
import { formatUsdc } from "@/lib/domain/usdc"
import { isoTime } from "@/lib/domain/utc-day"
import { ENTITY_TAG_TIMEOUT_MS, type Quote, quotedRoute, withTimeout } from "@/lib/server/http/paid-route"
import type { Route } from "@/lib/server/http/route"
import { answerOf } from "./answers"
import { routeOptions } from "./routes"
import { runtime } from "./runtime"
import { inputPauseOf } from "./sales-gate"
import { currentVersion, LEFT_OUT, previewOf, versionsAnswer } from "./versions"

type Brief = ResponseOf<typeof briefContract>

/**
 * `GET /api/brief`: several answers for one payment, at the sum of the prices of the answers that are available now.
 */
export function briefEndpoint(): Route {
  return quotedRoute(briefContract, quoteBrief, routeOptions, async () => (await runtime()).gate)
}

function quoteBrief({ items }: Params<typeof briefContract>, url: string): Quote<typeof briefContract> {
  const asked = itemsOf(items)
  const leftOut = asked.filter((item) => {
    const offer = { contract: contractOfItem(item), url: urlOfItem(item) }
    return inputPauseOf(offer) !== null || previewOf(offer.url)?.status === "unavailable"
  })
  // When no item is available, nothing is sold. An earlier payment still fetches its answer.
  const sold = leftOut.length === asked.length ? asked : asked.filter((item) => !leftOut.includes(item))
  const priced = sold.map((item) => [item, formatUsdc(contractOfItem(item).price)] as const)
  return {
    offer: {
      contract: pricedContract(sold),
      url,
      items: { ...Object.fromEntries(priced), ...Object.fromEntries(leftOut.map((item) => [item, LEFT_OUT])) },
    },
    answer: () => answerBrief(sold, leftOut),
  }
}

async function answerBrief(sold: readonly string[], leftOut: readonly string[]): Promise<Brief> {
  try {
    const answers = await Promise.all(sold.map(partOf))
    return { answers, left_out: [...leftOut], timestamp: isoTime(Date.now()) }
  } catch (cause) {
    // The next quote leaves out the items that are missing now.
    void versionsAnswer().catch(() => undefined)
    throw cause
  }
}

async function partOf(item: string): Promise<Brief["answers"][number]> {
  const contract = contractOfItem(item)
  const url = urlOfItem(item)
  const { searchParams: search, pathname } = new URL(url, "http://any")
  const segments = contract.path.includes("{coin}") ? { coin: pathname.slice(pathname.lastIndexOf("/") + 1) } : {}
  const answer = fitsContract(contract, await answerOf(contract, { segments, search }))
  const version = await withTimeout(ENTITY_TAG_TIMEOUT_MS, currentVersion(url)).catch(() => null)
  return {
    item,
    price_usdc: formatUsdc(contract.price),
    version: version?.version ?? null,
    commitment: version?.commitment ?? null,
    answer,
  }
}

function urlOfItem(item: string): string {
  return underApi(`/${item}`)
}

/** One contract for each price, because values that derive from a contract are cached by contract. */
const byPrice = new Map<string, PaidContract>()

function pricedContract(items: readonly string[]): PaidContract {
  const price = briefPrice(items)
  const known = byPrice.get(price.toString()) ?? { ...briefContract, price }
  byPrice.set(price.toString(), known)
  return known
}
