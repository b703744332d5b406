import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { shapeDifferences, trimmed } from "@/tools/probes/answer-shapes"
import { DOCUMENTED_ANSWERS } from "@/tools/probes/documented-answers"
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
    const address = url.host + url.pathname
    const found = DOCUMENTED_ANSWERS.filter(({ request }) => request.test(address)).map(({ fixture }) =>
      shapeDifferences(body, parseJson(readFileSync(join("lib/market/sources", fixture), "utf8"))),
    )
    // One address may have several documented answers, by the body of the request: the nearest one counts.
    const [nearest = []] = found.toSorted((a, b) => a.length - b.length)
    for (const each of nearest) differences.push(`  ${address} ${each}`)
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
