import type { Clock } from "@/lib/domain/clock"
import type { Coin } from "@/lib/domain/market/coin"
import { nullOnSourceError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import type { EtfFlowDay } from "@/lib/market/sources/wire/etf-flow"
import { firstRow, type Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { readFlowTable } from "./read-table"
import { PagesAnswer } from "./schema"
import { toEtfFlows } from "./to-etf-flows"

const HOST = "farside.co.uk"

const slugOf = { BTC: "btc", ETH: "eth", SOL: "sol" } as const satisfies Record<Coin, string>

/** Bitcoin's own page shows the last two weeks; the others are whole. */
const historySlugOf = { ...slugOf, BTC: "bitcoin-etf-flow-all-data" } as const satisfies Record<Coin, string>

type Page = { readonly coin: Coin; readonly slug: string; readonly heldUntilMs: number }

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Flows of US spot funds by fund and day. No licence for republication: the operator decides.
 *
 * The table is read from the WordPress API first, then from the HTML page, which often blocks programs.
 */
export function createFarsideSource({ http, clock }: Ports) {
  async function fromJson({ slug, ...rest }: Page): Promise<Series<EtfFlowDay>> {
    const url = `https://${HOST}/wp-json/wp/v2/pages?slug=${slug}`
    const page = firstRow(HOST, { rows: await http.getJson(url, { schema: PagesAnswer }) })
    return toFlows(page.content.rendered, rest)
  }

  async function fromPage({ slug, ...rest }: Page): Promise<Series<EtfFlowDay>> {
    return toFlows(await http.getText(`https://${HOST}/${slug}/`), rest)
  }

  async function read(page: Page): Promise<Series<EtfFlowDay>> {
    return (await fromJson(page).catch(nullOnSourceError)) ?? fromPage(page)
  }

  function toFlows(html: string, { coin, heldUntilMs }: Omit<Page, "slug">): Series<EtfFlowDay> {
    return toEtfFlows(readFlowTable(html, HOST), { host: HOST, coin, nowMs: clock(), heldUntilMs })
  }

  return {
    name: "farside",
    license: licenseOf("farside"),
    /** The days of the table; `heldUntilMs` is the newest day already held. */
    etfFlows(coin: Coin, heldUntilMs = 0): Promise<Series<EtfFlowDay>> {
      return read({ coin, slug: slugOf[coin], heldUntilMs })
    },
    /** Every day since the first fund. */
    etfHistory(coin: Coin): Promise<Series<EtfFlowDay>> {
      return read({ coin, slug: historySlugOf[coin], heldUntilMs: 0 })
    },
  }
}
