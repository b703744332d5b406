import { createHash } from "node:crypto"
import { strToU8, zipSync } from "fflate"
import { reportsBetween, type SandboxReport } from "@/lib/sandbox/market/series/news"
import { type Responder, text } from "./responder"

const QUARTER_MS = 900_000
const COLUMNS = 61
const OTHER_PAGES = 12

/** The place of a simulated event, by a word of the headline. */
const PLACES = [
  ["hormuz", 26.57, 56.25],
  ["ukraine", 48.38, 31.17],
  ["red sea", 20.28, 38.51],
  ["china", 39.9, 116.4],
  ["iran", 32.43, 53.69],
  ["korea", 40.34, 127.51],
] as const

/** GDELT's storage bucket: the list of the newest event files, the zipped event file, and the article list as RSS. */
export const gdeltFiles: Responder = (request) =>
  request.url.pathname === "/data.gdeltproject.org/gdeltv3/gal/feed.rss" ? articleList(request) : eventFiles(request)

/** The reports of a quarter of an hour, and other pages: the list of the world's articles is never empty. */
const articleList: Responder = ({ market, nowMs }) => {
  const builtMs = Math.floor(nowMs / 60_000) * 60_000
  const pages = Array.from({ length: OTHER_PAGES }, (_, index) => ({
    title: `Local page ${index + 1}`,
    url: `http://pages.example/${builtMs / 60_000}-${index}`,
    seenMs: builtMs - index * 60_000,
  }))
  const items = [...reportsBetween(market, builtMs - QUARTER_MS, builtMs), ...pages].map(({ title, url, seenMs }) => {
    return `<item><title>${title}</title><link>${url}</link><pubDate>${new Date(seenMs).toUTCString()}</pubDate></item>`
  })
  const built = `<lastBuildDate>${new Date(builtMs).toUTCString()}</lastBuildDate>`
  const body = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>${built}${items.join("")}</channel></rss>`
  return text(body, "application/rss+xml")
}

const eventFiles: Responder = ({ market, nowMs, url }) => {
  const newestMs = Math.floor(nowMs / QUARTER_MS) * QUARTER_MS
  const asked = /^\/data\.gdeltproject\.org\/gdeltv2\/(\d{14})\.export\.CSV\.zip$/.exec(url.pathname)?.[1]
  const toMs = asked === undefined ? newestMs : readStamp(asked) + QUARTER_MS
  if (!(toMs <= newestMs && toMs % QUARTER_MS === 0)) return null
  const name = `${stampOf(toMs - QUARTER_MS)}.export.CSV`
  const reports = reportsBetween(market, toMs - QUARTER_MS, toMs - 1)
  if (url.pathname !== "/data.gdeltproject.org/gdeltv2/lastupdate.txt" && asked === undefined) return null
  const rows = reports.map((report, index) => rowOf(report, index, toMs - QUARTER_MS).join("\t"))
  // A fixed time within the archive, so that its bytes are the same at every question.
  const packed = zipSync({ [name]: strToU8(`${rows.join("\n")}\n`) }, { mtime: new Date(toMs) })
  if (url.pathname.endsWith(".zip")) {
    return new Response(new Blob([new Uint8Array(packed)]), { headers: { "content-type": "application/zip" } })
  }
  const md5 = createHash("md5").update(packed).digest("hex")
  return text(`${packed.length} ${md5} http://data.gdeltproject.org/gdeltv2/${name}.zip\n`)
}

/** A hostile event for each report about one, and a friendly event for the other reports. */
function rowOf({ title, url }: SandboxReport, index: number, fromMs: number): readonly string[] {
  const cells = Array.from({ length: COLUMNS }, () => "")
  const isHostile = /strike|missile|shelling|sanction|tariff|closes|attack/i.test(title)
  const place = PLACES.find(([word]) => title.toLowerCase().includes(word))
  cells[0] = String(1_300_000_000 + index)
  cells[1] = stampOf(fromMs).slice(0, 8)
  cells[26] = isHostile ? "190" : "036"
  cells[28] = isHostile ? "19" : "03"
  cells[29] = isHostile ? "4" : "1"
  cells[30] = isHostile ? "-10.0" : "4.0"
  cells[31] = "6"
  cells[34] = isHostile ? "-6.3" : "1.2"
  if (place !== undefined) [cells[56], cells[57]] = [String(place[1]), String(place[2])]
  cells[59] = stampOf(fromMs)
  cells[60] = url
  return cells
}

function stampOf(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/[-:T]|\.\d+Z/g, "")
}

/** `NaN` for other texts. */
function readStamp(text: string): number {
  const part = (from: number, length = 2) => Number(text.slice(from, from + length))
  return Date.UTC(part(0, 4), part(4) - 1, part(6), part(8), part(10), part(12))
}
