import type { Clock } from "@/lib/domain/clock"
import { isYieldChain } from "@/lib/domain/defi/asset-class"
import { missingChains } from "@/lib/market/feeds/defi-feeds"
import type { TokenId } from "@/lib/domain/dex/token-scan"
import { inputLimits } from "@/lib/domain/freshness"
import { DAY_MS } from "@/lib/domain/utc-day"
import { createDefiLlamaYields } from "@/lib/market/sources/defillama/yields-client"
import { createDexScreenerSource } from "@/lib/market/sources/dexscreener/client"
import { createFederalRegisterSource } from "@/lib/market/sources/federal-register/client"
import { createGdeltSource } from "@/lib/market/sources/gdelt/client"
import { createGdeltArticleList } from "@/lib/market/sources/gdelt-files/article-list"
import { createGdeltFilesSource } from "@/lib/market/sources/gdelt-files/client"
import { createGoPlusSource } from "@/lib/market/sources/goplus/client"
import { createRugCheckSource } from "@/lib/market/sources/rugcheck/client"
import { createHoneypotSource, HONEYPOT_CHAINS } from "@/lib/market/sources/honeypot-is/client"
import { createGeckoTerminalSource } from "@/lib/market/sources/geckoterminal/client"
import { createRssSource, RSS_FEEDS } from "@/lib/market/sources/rss/client"
import { list, type Probe, probe, type ProbePorts } from "./probe"

/** Pools, tokens and headlines. The age is that of the newest entry, if entries have timestamps. */
export function defiAndNews(ports: Pick<ProbePorts, "http" | "clock">): readonly Probe[] {
  const { clock } = ports
  const yields = createDefiLlamaYields(ports)
  const dexScreener = createDexScreenerSource(ports)
  const geckoTerminal = createGeckoTerminalSource(ports)
  const [goPlus, honeypot] = [createGoPlusSource(ports), createHoneypotSource(ports)]
  const rugCheck = createRugCheckSource(ports)
  const [gdelt, files] = [createGdeltSource(ports), createGdeltFilesSource(ports)]
  const articles = createGdeltArticleList(ports)
  const outlets = [createFederalRegisterSource(ports), ...RSS_FEEDS.map((outlet) => createRssSource(ports, outlet))]
  return [
    probe(yields, "pools", scannedPools(yields), { minRows: 20 }),
    probe(yields, "protocols and hacks", async () => list((await yields.trust()).value.protocols), { minRows: 20 }),
    probe(dexScreener, "boosts", async () => list(await dexScreener.boosts())),
    probe(dexScreener, "pairs", async () => list((await dexScreener.pairs(await dexScreener.boosts())).pairs)),
    probe(geckoTerminal, "trending", async () => list(await geckoTerminal.trending())),
    probe(goPlus, "token security", async () => list((await goPlus.security(await evmTokens(geckoTerminal))).checks)),
    probe(goPlus, "Solana tokens", async () => list((await goPlus.security(await solanaTokens(geckoTerminal))).checks)),
    probe(rugCheck, "token report", async () => {
      const [token] = await solanaTokens(geckoTerminal)
      const check = token === undefined ? null : await rugCheck.security(token)
      return list(check === null ? [] : [check])
    }),
    probe(honeypot, "token simulation", async () => {
      const [token] = await evmTokens(geckoTerminal)
      const check = token === undefined ? null : await honeypot.security(token)
      return list(check === null ? [] : [check])
    }),
    probe(gdelt, "headlines", gdeltHeadlines(gdelt, clock), inputLimits.news),
    probe(articles, "article list", articleList(articles), inputLimits.news),
    probe(files, "event file", eventFile(files), inputLimits.news),
    ...outlets.map((source) =>
      probe(source, "headlines", async () => {
        const articles = await source.articles()
        return { ...list(articles), asOfMs: newestOf(articles) }
      }),
    ),
  ]
}

/** Only pools of scanned chains count. */
function scannedPools(yields: ReturnType<typeof createDefiLlamaYields>): Probe["run"] {
  return async () => {
    const { value: pools } = await yields.pools()
    return { ...list(pools.filter(({ chain }) => isYieldChain(chain))), missing: missingChains(pools) }
  }
}

function gdeltHeadlines(gdelt: ReturnType<typeof createGdeltSource>, clock: Clock): Probe["run"] {
  return async () => {
    const { articles } = await gdelt.articles({ fromMs: clock() - DAY_MS, toMs: clock() })
    return { ...list(articles), asOfMs: newestOf(articles) }
  }
}

function articleList(source: ReturnType<typeof createGdeltArticleList>): Probe["run"] {
  return async () => {
    const { articles, newestMs } = await source.articles()
    return { ...list(articles), asOfMs: newestMs }
  }
}

function eventFile(files: ReturnType<typeof createGdeltFilesSource>): Probe["run"] {
  return async () => {
    // A file may contain no hostile event, so the file itself counts as one row.
    const { articles, fromMs } = await files.articles()
    return { ...list([...articles, fromMs]), asOfMs: fromMs }
  }
}

function newestOf(articles: readonly { readonly seenAtMs: number }[]): number | null {
  return articles.length === 0 ? null : Math.max(...articles.map(({ seenAtMs }) => seenAtMs))
}

async function solanaTokens(source: ReturnType<typeof createGeckoTerminalSource>): Promise<readonly TokenId[]> {
  return (await source.trending()).filter(({ chain }) => chain === "solana")
}

/** Trending tokens on chains that both contract scanners know. */
async function evmTokens(source: ReturnType<typeof createGeckoTerminalSource>): Promise<readonly TokenId[]> {
  return (await source.trending()).filter(({ chain }) => chain in HONEYPOT_CHAINS)
}
