import type { Fetch } from "@/lib/outbound/ports"

/** Small public endpoints of independent providers. One answer is enough, because single providers fail often. */
const PINGS = [
  "https://api.kraken.com/0/public/Time",
  "https://api.exchange.coinbase.com/time",
  "https://data-api.binance.vision/api/v3/ping",
  "https://www.okx.com/api/v5/public/time",
] as const

/** How long the providers are asked. The page of the data sources names the same figure. */
export const REACH_TIMEOUT_S = 5

/** Whether any data provider answers in time. An error status does not count, because a proxy or firewall may have sent it. */
export async function canReachProviders(fetch: Fetch): Promise<boolean> {
  const signal = AbortSignal.timeout(REACH_TIMEOUT_S * 1_000)
  const ping = async (url: string) => {
    const response = await fetch(url, { signal, cache: "no-store" })
    await response.body?.cancel()
    if (!response.ok) throw new TypeError(`${url} answered ${response.status}.`)
  }
  return Promise.any(PINGS.map(ping)).then(
    () => true,
    () => false,
  )
}
