import { isDeepStrictEqual } from "node:util"
import type { Fault } from "./faults"

/** Applies a fault to a provider's answer. Latency, clock and connection faults are applied before. */
export async function injectFault(fault: Fault, answer: Response): Promise<Response> {
  switch (fault.kind) {
    case "status":
      return refusal(fault.status)
    case "html":
      return new Response(INTERSTITIAL, { headers: { "content-type": "text/html; charset=utf-8" } })
    case "truncated": {
      const text = await answer.text()
      return new Response(text.slice(0, Math.floor(text.length / 2)), answer)
    }
    case "drift":
      return new Response(drift(await answer.text()), answer)
    case "latency":
    case "skew":
    case "stale":
    case "down":
      return answer
  }
}

const INTERSTITIAL =
  '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body></body></html>'

function refusal(status: number): Response {
  const headers = { "content-type": "text/plain", ...(status === 429 ? { "retry-after": "60" } : {}) }
  const body = status === 451 ? "Service unavailable from a restricted location." : `Refused with status ${status}.`
  return new Response(body, { status, headers })
}

/** Changes the shape of an answer: numbers become objects; fields, columns, elements and classes are renamed. */
function drift(text: string): string {
  try {
    return JSON.stringify(driftValue(JSON.parse(text)))
  } catch {
    if (text.startsWith("<!DOCTYPE html>")) return String(driftText(text))
    if (text.startsWith("<?xml") || text.startsWith("<rss")) return text.replaceAll(/<(\/?)item\b/g, "<$1post")
    return text.replace(/^[^\n]*/, (header) => header.replaceAll(",", "_v2,").concat("_v2"))
  }
}

function driftValue(value: unknown): unknown {
  if (typeof value === "number") return { amount: value }
  if (typeof value === "string") return driftText(value)
  if (Array.isArray(value)) return value.map(driftValue)
  if (typeof value !== "object" || value === null) return value
  const fields = Object.entries(value).map(([name, each]) => [name, driftValue(each)] as const)
  // An object with only text values would not change otherwise.
  const isSame = isDeepStrictEqual(Object.fromEntries(fields), value)
  return Object.fromEntries(isSame ? fields.map(([name, each]) => [`${name}_v2`, each]) : fields)
}

function driftText(text: string): unknown {
  if (text.includes("<")) return text.replaceAll('class="', 'class="v2-')
  return text !== "" && Number.isFinite(Number(text)) ? { amount: text } : text
}
