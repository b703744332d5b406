import { expect, test } from "vitest"
import { createDoorman } from "./doorman"

const TOKEN = "a-token-of-the-operator"

test("with a token only who shows it comes in", () => {
  const doorman = createDoorman({ token: TOKEN, perMinute: 60, clock: () => 0 })
  expect(doorman.admit({ authorization: `Bearer ${TOKEN}` })).toBeNull()
  for (const authorization of [undefined, "", TOKEN, `Bearer ${TOKEN}x`, `bearer ${TOKEN}`, `Basic ${TOKEN}`]) {
    expect(doorman.admit({ authorization })).toMatchObject({ status: 401 })
  }
})

test("a page in a browser is turned away, with the token or where none is needed", () => {
  const origin = "https://evil.example"
  const authorization = `Bearer ${TOKEN}`
  expect(createDoorman({ token: TOKEN, perMinute: 60, clock: () => 0 }).admit({ authorization, origin })).toMatchObject(
    {
      status: 403,
    },
  )
  expect(createDoorman({ token: null, perMinute: 60, clock: () => 0 }).admit({ origin })).toMatchObject({ status: 403 })
})

test("more than was allowed waits as long as it says, and no longer", () => {
  let nowMs = 0
  const doorman = createDoorman({ token: null, perMinute: 60, clock: () => nowMs })
  let settlements = 0
  while (doorman.count(4) === null) settlements += 1
  expect(settlements).toBe(8)
  const rejection = doorman.count(1)
  expect(rejection).toMatchObject({ status: 429 })
  nowMs += (rejection?.retryAfterS ?? 0) * 1_000
  expect(doorman.count(1)).toBeNull()
})
