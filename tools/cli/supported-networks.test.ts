import { expect, test } from "vitest"
import { checkFacilitator } from "./supported-networks"

const at = { url: "https://facilitator.example/x402/", authorize: () => Promise.resolve({}) }
const BASE = "eip155:8453"

function answering(body: string, status = 200) {
  return checkFacilitator(at, BASE, async (url) => {
    expect(url).toBe("https://facilitator.example/x402/supported")
    return new Response(body, { status })
  })
}

function settling(network: string, x402Version = 2) {
  return answering(JSON.stringify({ kinds: [{ x402Version, scheme: "exact", network }] }))
}

test("a facilitator that settles exact payments of version 2 on our network is accepted", async () => {
  expect(await settling(BASE)).toEqual({
    isFit: true,
    says: "facilitator.example settles exact payments on eip155:8453.",
  })
})

test("a facilitator of another network or version, or without a list, is not accepted", async () => {
  expect(await settling("eip155:84532")).toMatchObject({ isFit: false })
  expect(await settling("base", 1)).toEqual({
    isFit: false,
    says: "facilitator.example settles exact payments on no network.",
  })
  expect(await answering("no such key", 401)).toEqual({
    isFit: false,
    says: "facilitator.example does not say what it settles: facilitator.example answered 401.",
  })
  expect(await answering("<html>")).toMatchObject({ isFit: false })
})
