import { recoverMessageAddress } from "viem"
import { describe, expect, test } from "vitest"
import { parseEnv } from "./env"
import { ownershipMessage, provesOwnership } from "./ownership-proof"

const origin = "https://signal402.example"
/** Account 0 of anvil. `proof` is its signature of `origin`. */
const payTo = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const proof =
  "0x001a4412c51e638b87d5daebcc4c5b469ca16c1e25363e23d8bea9ffeb0c27f83cb307ad47b931a3955d96aadeb04500364d4055d8a6db371e559377ce7f1c081b"
const other = `0x${"1".repeat(40)}` as const

test("an ownership proof is the payee's signature of the origin, as x402scan verifies it", async () => {
  expect(provesOwnership(proof, origin, payTo)).toBe(true)
  expect(await recoverMessageAddress({ message: origin, signature: proof })).toBe(payTo)
  expect(provesOwnership(proof, origin, other)).toBe(false)
  expect(provesOwnership(proof, "https://other.example", payTo)).toBe(false)
  expect(provesOwnership(`${proof.slice(0, -2)}1c` as `0x${string}`, origin, payTo)).toBe(false)
  expect(provesOwnership(`0x${"0".repeat(128)}1b`, origin, payTo)).toBe(false)
  expect(provesOwnership(`0x${"f".repeat(128)}1b`, origin, payTo)).toBe(false)
})

test("the signed message is PUBLIC_ORIGIN in lower case and without a trailing slash", () => {
  expect(ownershipMessage("https://SIGNAL402.example/")).toBe(origin)
})

describe("OWNERSHIP_PROOF", () => {
  const live = {
    MODE: "live",
    PUBLIC_ORIGIN: origin,
    RPC_URL: "https://rpc.example",
    SETTLER_PRIVATE_KEY: `0x${"2".repeat(64)}`,
    PAY_TO: payTo,
  }
  const of = (changes: Record<string, string>) => parseEnv({ ...live, ...changes }).ownershipProof

  test("without OWNERSHIP_PROOF, ownership is not proven", () => {
    expect(of({})).toBeNull()
    expect(of({ OWNERSHIP_PROOF: "" })).toBeNull()
  })

  test("OWNERSHIP_PROOF is accepted when it is the signature of PUBLIC_ORIGIN by PAY_TO", () => {
    expect(of({ OWNERSHIP_PROOF: proof })).toBe(proof)
    expect(of({ OWNERSHIP_PROOF: proof, PUBLIC_ORIGIN: `${origin}/` })).toBe(proof)
    for (const changes of [{ PAY_TO: other }, { PUBLIC_ORIGIN: "https://other.example" }]) {
      expect(() => of({ OWNERSHIP_PROOF: proof, ...changes })).toThrow(
        "OWNERSHIP_PROOF: is not the signature of https://",
      )
    }
  })

  test.each(["yes", `${proof}00`, `${proof.slice(0, -2)}00`])(
    "OWNERSHIP_PROOF=%s is rejected, because it is not the signature of a message",
    (text) => {
      expect(() => of({ OWNERSHIP_PROOF: text })).toThrow("OWNERSHIP_PROOF: must be the signature of a message")
    },
  )
})
