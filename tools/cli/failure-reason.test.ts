import { expect, test } from "vitest"
import { failureReason } from "./failure-reason"

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test.each([
  [coded("ENOTFOUND", { hostname: "rpc.exmaple" }), "DNS: the name rpc.exmaple is not found"],
  [coded("EAI_AGAIN", { hostname: "rpc.example" }), "DNS: the name rpc.example"],
  [coded("ECONNREFUSED", { address: "127.0.0.1", port: 9 }), "refused: nothing listens at 127.0.0.1:9"],
  [coded("ERR_TLS_CERT_ALTNAME_INVALID"), "certificate:"],
  [coded("DEPTH_ZERO_SELF_SIGNED_CERT"), "certificate:"],
  [coded("ETIMEDOUT"), "no answer:"],
  [coded("28P01"), "the password is wrong"],
  [new AggregateError([coded("ECONNREFUSED", { address: "::1", port: 5432 })]), "refused: nothing listens at ::1:5432"],
  [new TypeError("fetch failed", { cause: coded("CERT_HAS_EXPIRED") }), "certificate:"],
  [new Error("The node answers 502 and no JSON-RPC.\n at x"), "The node answers 502 and no JSON-RPC."],
])("%s is told apart: %s", (error, words) => {
  expect(failureReason(error)).toContain(words)
  expect(failureReason(error)).not.toContain("\n")
})

test("an error of this machine's network is told apart, too", async () => {
  const refused = await fetch("http://127.0.0.1:9/").catch((error: unknown) => error)
  expect(failureReason(refused)).toMatch(/^(?:refused|the connection|fetch failed|bad port)/)
})
