import fc from "fast-check"
import { isSourceError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { createFakeProvider, type FakeAnswer } from "./fake-provider"

/** Bodies that no provider promised, with any status: text, JSON of any shape, random bytes. */
export const anyAnswer: fc.Arbitrary<FakeAnswer> = fc.record({
  status: fc.constantFrom(200, 200, 200, 400, 401, 403, 404, 418, 429, 451, 500, 503),
  body: fc.oneof(
    fc.string(),
    fc.json(),
    fc.uint8Array({ maxLength: 200 }),
    fc.array(fc.array(fc.oneof(fc.double(), fc.string(), fc.constant(null)), { maxLength: 13 }), { maxLength: 5 }),
  ),
})

/** The errors of a request to a provider with arbitrary answers that are not source errors. */
export async function foreignErrors(
  answer: FakeAnswer,
  ask: (http: SourceClient, clock: () => number) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const { http, time } = createFakeProvider(() => answer)
  return ask(http, time.clock).then(
    () => [],
    (error: unknown) => (isSourceError(error) ? [] : [error]),
  )
}

/** Holds when no answer, however broken, makes the question throw anything but source errors. */
export async function expectOnlySourceErrors(
  ask: (http: SourceClient, clock: () => number) => Promise<unknown>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyAnswer, async (answer) => (await foreignErrors(answer, ask)).length === 0),
    { numRuns: 40 },
  )
}
