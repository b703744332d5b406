import type { Fault } from "./faults"

/** What becomes of a provider's answer when it fails as told. Faults of time and reach have done their work before. */
export async function breakAnswer(fault: Fault, answer: Response): Promise<Response> {
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

/** The same facts in another shape: numbers become objects, tables lose their class, columns and elements their names. */
function drift(text: string): string {
  try {
    return JSON.stringify(driftValue(JSON.parse(text)))
  } catch {
    if (text.includes("<table")) return String(driftText(text))
    if (text.startsWith("<?xml") || text.startsWith("<rss")) return text.replaceAll(/<(\/?)item\b/g, "<$1post")
    return text.replace(/^[^\n]*/, (header) => header.replaceAll(",", "_v2,").concat("_v2"))
  }
}

function driftValue(value: unknown): unknown {
  if (typeof value === "number") return { amount: value }
  if (typeof value === "string") return driftText(value)
  if (Array.isArray(value)) return value.map(driftValue)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, driftValue(each)]))
}

function driftText(text: string): unknown {
  if (text.includes("<table")) return text.replaceAll('class="etf"', 'class="flows"')
  return text !== "" && Number.isFinite(Number(text)) ? { amount: text } : text
}
