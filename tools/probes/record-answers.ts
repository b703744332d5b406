import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseJson } from "@/lib/domain/parse-json"
import { shapeDifferences, trimmed } from "./answer-shapes"
import { DOCUMENTED_ANSWERS } from "./documented-answers"
import type { Probe } from "./probe"
import type { Outcome } from "./run-probes"
import { keptHeaders, keptParameters, type Scrub } from "./scrub"

const MAX_TEXT = 4_000
const MAX_NAME_CHARS = 140
/** Pages that refuse with status 200. */
const BOT_CHECK =
  /<html[^]*(?:captcha|just a moment|access denied|unusual traffic|ray id|verify (?:that )?you are|reference #)/i

/** What a recording holds beside the answers. */
export const LISTS = { requests: "_requests.json", readings: "_readings.json" } as const

/** One recorded answer: what was asked, and how it was answered. */
type Recorded = {
  readonly file: string
  readonly method: string
  readonly address: string
  readonly asked: Readonly<Record<string, string>>
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** What an adapter read from its answer. */
export type Reading = {
  readonly provider: string
  readonly question: string
  readonly isUsable: boolean
  readonly rows: number | null
  readonly droppedRows: number | null
  readonly says: string
}

/** Records answers of providers without secrets and personal data, and compares their shape with the documented fixtures. */
export function createAnswerRecorder(folder: string, { network, scrub }: { network: typeof fetch; scrub: Scrub }) {
  mkdirSync(folder, { recursive: true })
  const recorded = new Map<string, Recorded>()
  const differences: string[] = []

  function record({ method, url, asked, status, headers, text }: Omit<Recorded, "file" | "address"> & Answer): void {
    const what = [`${url.host}${url.pathname}`, ...Object.values(asked)].join("_")
    const name = scrub
      .text(what, false)
      .replaceAll(/[^\w.-]+/g, "_")
      .replace(/\.(?:json|csv|txt)$/, "")
    const stem = `${status === 200 ? "" : `error_${status}_`}${name.slice(0, MAX_NAME_CHARS)}`
    const isRefusal = status >= 400 || BOT_CHECK.test(text.slice(0, MAX_TEXT))
    const body = parseJson(text)
    const isJson = typeof body === "object" && body !== null
    const file = `${stem}.${isJson ? "json" : "txt"}`
    if (recorded.has(file)) return
    recorded.set(file, { file, method, address: scrub.text(url.host + url.pathname, false), asked, status, headers })
    // Cut afterwards: the start of a key that ends behind the cut would not be recognised.
    const kept = isJson
      ? `${JSON.stringify(trimmed(scrub.json(body, isRefusal)), null, 1)}\n`
      : scrub.text(text, isRefusal).slice(0, MAX_TEXT)
    writeFileSync(join(folder, file), kept)
    if (status === 200 && isJson) compare(url, asked, body)
  }

  function compare(url: URL, asked: Recorded["asked"], body: unknown): void {
    const address = url.host + url.pathname
    const found = DOCUMENTED_ANSWERS.filter(({ request }) => request.test(address))
      .filter(({ body: posted }) => posted === undefined || (posted as { type?: unknown }).type === asked["type"])
      .map(({ fixture }) => shapeDifferences(body, documented(fixture)))
    const [nearest = []] = found.toSorted((a, b) => a.length - b.length)
    for (const each of nearest) differences.push(`  ${address} ${each}`)
  }

  return {
    /** Fetches and records. */
    fetch: async (...args: Parameters<typeof fetch>) => {
      const request = new Request(...args)
      const posted = request.method === "POST" ? await request.clone().text() : ""
      const response = await network(request)
      const type = response.headers.get("content-type") ?? ""
      if (!/zip|octet-stream/.test(type)) {
        const text = await response
          .clone()
          .text()
          .catch(() => "")
        const { method, url } = request
        const { status } = response
        record({
          method,
          url: new URL(url),
          asked: askedOf(url, posted),
          status,
          headers: keptHeaders(response.headers),
          text,
        })
      }
      return response
    },
    /** Writes what was asked and what the adapters read. Returns lines for the report. */
    finish(readings: readonly Reading[]): readonly string[] {
      const write = (file: string, list: unknown) =>
        writeFileSync(join(folder, file), `${JSON.stringify(scrub.json(list, false), null, 1)}\n`)
      write(LISTS.requests, [...recorded.values()])
      // An error quotes the page that a provider sent in place of an answer.
      write(
        LISTS.readings,
        readings.map((reading) => ({ ...reading, says: scrub.text(reading.says, !reading.isUsable) })),
      )
      return [
        `\n${recorded.size} answers are recorded in ${folder}, without secrets and personal data.`,
        ...(differences.length === 0
          ? ["Their shapes are the documented ones."]
          : ["Shape differences:", ...new Set(differences)]),
      ]
    },
  }
}

function documented(fixture: string): unknown {
  return parseJson(readFileSync(join("lib/market/sources", fixture), "utf8").replace(/^\uFEFF/, ""))
}

type Answer = { readonly url: URL; readonly text: string }

/** What one address is asked for. */
function askedOf(url: string, posted: string): Readonly<Record<string, string>> {
  const body = parseJson(posted)
  const fields = typeof body === "object" && body !== null ? Object.entries(body) : []
  return keptParameters([...new URL(url).searchParams, ...fields])
}

export function readingOf({ provider, what }: Probe, { isUsable, result, says }: Outcome): Reading {
  return {
    provider,
    question: what,
    isUsable,
    rows: result?.rows ?? null,
    droppedRows: result?.droppedRows ?? null,
    says,
  }
}
