/** 1: agencies and papers of record with their own reporting. 2: known outlets. 3: everything else. */
export type Tier = 1 | 2 | 3

const TIER_1 = new Set(
  (
    "reuters.com apnews.com afp.com bbc.com bbc.co.uk ft.com bloomberg.com wsj.com nytimes.com washingtonpost.com " +
    "theguardian.com economist.com aljazeera.com nikkei.com cnbc.com lemonde.fr dw.com"
  ).split(" "),
)

const TIER_2 = new Set(
  (
    "cnn.com france24.com politico.com politico.eu axios.com npr.org cbsnews.com nbcnews.com abcnews.go.com sky.com " +
    "timesofisrael.com haaretz.com scmp.com straitstimes.com kyivindependent.com euronews.com marketwatch.com " +
    "coindesk.com cointelegraph.com theblock.co oilprice.com independent.co.uk telegraph.co.uk"
  ).split(" "),
)

const STATE_MEDIA = new Set(
  (
    "rt.com sputniknews.com sputnikglobe.com tass.com tass.ru ria.ru xinhuanet.com news.cn globaltimes.cn cgtn.com " +
    "chinadaily.com.cn presstv.ir irna.ir tasnimnews.com farsnews.ir kcna.kp sana.sy trtworld.com telesurtv.net"
  ).split(" "),
)

/** Governments publish facts about their own acts: their domains count as tier 1. */
const OFFICIAL = /(^|\.)(gov|mil|gov\.uk|europa\.eu|un\.org|federalregister\.gov)$/

export function tierOf(domain: string, isOfficial: boolean): Tier {
  if (isOfficial || OFFICIAL.test(domain) || isIn(TIER_1, domain)) return 1
  return isIn(TIER_2, domain) ? 2 : 3
}

export function isStateMedia(domain: string): boolean {
  return isIn(STATE_MEDIA, domain)
}

/** The domain itself or one below it: `edition.cnn.com` is `cnn.com`. */
function isIn(outlets: ReadonlySet<string>, domain: string): boolean {
  const labels = domain.split(".")
  return labels.some((_, index) => outlets.has(labels.slice(index).join(".")))
}
