import { test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"

/**
 * A test of what an answer from outside means: units, sign, side, time zone, who is counted. The answer is an excerpt of a few
 * figures; `from` names the provider's document, or the public repository with the commit in which somebody recorded it.
 */
export function outside(from: string, meaning: string, check: () => Promise<void>): void {
  test(`outside: ${meaning} [${from}]`, check)
}

/** The ports of an adapter whose provider sends these answers, by a part of the address. One answer is sent to every address. */
export function answering(answers: unknown, nowMs = Date.UTC(2026, 9, 10)) {
  const byPart = answers instanceof Map ? answers : new Map([["", answers]])
  const provider = createFakeProvider(
    ({ url }) => {
      const found = [...byPart].find(([part]) => url.includes(String(part)))
      return found === undefined ? { status: 404, body: "" } : { body: found[1] }
    },
    { startMs: nowMs },
  )
  return { http: provider.http, clock: provider.time.clock }
}
