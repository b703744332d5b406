import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DOCUMENTED_ANSWERS, shapeDifferences, trimmed } from "@/lib/feeds/probes/answer-shapes"
import { parseJson } from "@/lib/domain/parse-json"

const MAX_TEXT = 4_000

/** Records answers of providers, and compares their shape with the documented fixtures. */
export function createAnswerRecorder(folder: string, network: typeof fetch) {
  mkdirSync(folder, { recursive: true })
  const recorded = new Set<string>()
  const differences: string[] = []

  function record(url: URL, status: number, text: string): void {
    const name = `${url.host}${url.pathname}`.replaceAll(/[^\w.-]+/g, "_").slice(0, 120)
    const file = `${status === 200 ? "" : `error_${status}_`}${name}`
    if (recorded.has(file)) return
    recorded.add(file)
    const body = parseJson(text)
    const isJson = typeof body === "object" && body !== null
    writeFileSync(
      join(folder, `${file}.${isJson ? "json" : "txt"}`),
      isJson ? `${JSON.stringify(trimmed(body), null, 1)}\n` : text.slice(0, MAX_TEXT),
    )
    if (status === 200 && isJson) compare(url, body)
  }

  function compare(url: URL, body: unknown): void {
    const documented = DOCUMENTED_ANSWERS.find(({ request }) => request.test(url.host + url.pathname))
    if (documented === undefined) return
    const fixture = parseJson(readFileSync(join("lib/sources", documented.fixture), "utf8"))
    for (const each of shapeDifferences(body, fixture)) differences.push(`  ${url.host}${url.pathname} ${each}`)
  }

  return {
    /** Fetches and records. Query strings are not recorded, because they may contain keys. */
    fetch: async (...args: Parameters<typeof fetch>) => {
      const request = new Request(...args)
      const response = await network(request)
      const type = response.headers.get("content-type") ?? ""
      if (!/zip|octet-stream/.test(type)) {
        record(
          new URL(request.url),
          response.status,
          await response
            .clone()
            .text()
            .catch(() => ""),
        )
      }
      return response
    },
    /** Lines for the report. */
    report: (): readonly string[] => [
      `\n${recorded.size} answers are recorded in ${folder}.`,
      ...(differences.length === 0
        ? ["Their shapes are the documented ones."]
        : ["Shape differences:", ...differences]),
    ],
  }
}
