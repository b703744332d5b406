import type { NewsArticle } from "@/lib/domain/geo/news"
import type { GdeltEvent } from "./read-events"

/** CAMEO root codes of threats, force postures, reduced relations, coercion, assault, fight and mass violence. */
const HOSTILE = { from: 13, to: 20 } as const
/** A path segment with fewer words is not a headline. */
const MIN_WORDS = 4
const ABBREVIATIONS = new Set(["us", "uk", "eu", "un", "uae", "nato", "opec", "isis", "idf", "g7", "g20", "usa"])

/** Articles of hostile events, each once. The files have no headlines, so the headline is derived from the URL. */
export function toArticles(events: readonly GdeltEvent[], nowMs: number): readonly NewsArticle[] {
  const byUrl = new Map<string, NewsArticle>()
  for (const { rootCode, url, addedMs, location } of events) {
    const known = byUrl.get(url)
    const title = known?.title ?? headlineOf(url)
    if (rootCode < HOSTILE.from || rootCode > HOSTILE.to || title === null) continue
    byUrl.set(url, {
      title,
      url,
      domain: new URL(url).hostname.replace(/^www\./, ""),
      language: "English",
      seenAtMs: Math.min(nowMs, known?.seenAtMs ?? addedMs),
      isOfficial: false,
      location: known?.location ?? location,
    })
  }
  return [...byUrl.values()]
}

/** `…/2026/11/20/iran-closes-strait-of-hormuz-1234.html` is "Iran Closes Strait Of Hormuz". `null` if the URL has no headline. */
export function headlineOf(url: string): string | null {
  const { protocol, pathname } = new URL(url)
  if (protocol !== "https:" && protocol !== "http:") return null
  const candidates = pathname.split("/").map(wordsOf)
  const longest = candidates.reduce((best, words) => (words.length > best.length ? words : best), [])
  return longest.length < MIN_WORDS ? null : longest.map(capitalised).join(" ")
}

function wordsOf(segment: string): readonly string[] {
  return segment
    .toLowerCase()
    .replace(/\.\w+$/, "")
    .split(/[-_+]/)
    .filter((word) => /^[a-z]+$|^g\d+$/.test(word))
}

function capitalised(word: string): string {
  return ABBREVIATIONS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
}
