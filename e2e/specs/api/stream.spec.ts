import { streamContract } from "@/lib/endpoints/stream/contract"
import { expect, test } from "@/e2e/support/fixtures"

/** Reads a stream until its text contains every part, then disconnects. */
async function readUntil(url: string, parts: readonly string[], headers: Record<string, string> = {}): Promise<string> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe("text/event-stream")
  let text = ""
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk)
    if (parts.every((part) => text.includes(part))) break
  }
  abort.abort()
  return text
}

test("the stream starts with the service state, sends heartbeats and resumes after a given event", async ({
  origin,
}) => {
  test.setTimeout(60_000)
  const url = `${origin}/api/stream`
  const first = await readUntil(url, ["event: service", "event: prices", "event: heartbeat"])
  expect(first).not.toContain("event: version\nid: 1\n")
  const resumed = await readUntil(url, ["event: version"], { "Last-Event-ID": "1" })
  expect(resumed).toContain('"resource":"/')
  expect(resumed).not.toContain("nonce")
})

test("HEAD does not open a stream, and an invalid last_event_id is rejected", async ({ origin }) => {
  const head = await fetch(`${origin}/api/stream`, { method: "HEAD" })
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, "text/event-stream", ""])
  const refused = await fetch(`${origin}/api${streamContract.path}?last_event_id=yesterday`)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: "invalid_query" })
})
