import { expect, describe, test } from "vitest"
import { NOW_MS, product } from "@/tools/testing/client/fixtures"
import {
  ORIGIN,
  purchase,
  SIGN_IN_NONCE,
  signInExtension,
  signInOffer,
  signInPayer,
} from "@/tools/testing/client/sign-in-fixtures"
import { signInHeader, signInText } from "@/lib/client/sign-in/proof"
import { failedRequest } from "./payment-trace"
import { recoverTextSigner } from "./recover"
import { SignInTrace } from "./sign-in-trace"
import { signInToCurl, signInToPython, signInToTypeScript } from "./sign-in-snippets"
import { signInArrowsOf } from "./sign-in-arrows"

const text = signInText(signInOffer(), signInPayer.address)

function notes(changes: Partial<SignInTrace> = {}): SignInTrace {
  const { id: productId, title, path } = product
  return SignInTrace.parse({
    id: SIGN_IN_NONCE,
    productId,
    title,
    path,
    asked: { sentAtMs: NOW_MS - 100, answeredAtMs: NOW_MS - 60, status: 402, headers: [], length: 900 },
    offered: signInExtension(),
    address: signInPayer.address,
    text,
    startedAtMs: NOW_MS,
    signedAtMs: NOW_MS + 20,
    header: signInHeader(signInOffer(), signInPayer.address, "0xab"),
    sent: {
      sentAtMs: NOW_MS + 21,
      answeredAtMs: NOW_MS + 61,
      status: 200,
      headers: [["x-purchase", JSON.stringify(purchase)]],
      length: 2_048,
    },
    outcome: "delivered",
    reason: null,
    ...changes,
  } satisfies SignInTrace)
}

const drawn = (trace: SignInTrace) => signInArrowsOf(trace).map(({ id, state }) => `${id} ${state}`)

describe("the arrows of a sign-in", () => {
  test("go from the request to the free answer, with what was measured", () => {
    const arrows = signInArrowsOf(notes())
    expect(arrows.map(({ id, durationMs }) => [id, durationMs])).toEqual([
      ["ask", null],
      ["terms", 40],
      ["sign", 20],
      ["pay", null],
      ["answer", 40],
    ])
    expect(new Set(arrows.map(({ state }) => state))).toEqual(new Set(["done"]))
    expect(arrows[2]?.parts).toEqual([{ kind: "text", name: "Text, what the wallet shows", text }])
    expect(arrows[4]?.note).toBe("Nothing charged. It is payment 0x0707…0707, transaction 0xabc.")
  })

  test.each([
    ["signing", ["sign waiting"]],
    ["declined", ["sign failed"]],
    ["cancelled", ["sign failed"]],
    ["wallet-failed", ["sign failed"]],
  ] as const)("end at the signature that is missing: %s", (outcome, expected) => {
    expect(drawn(notes({ outcome, header: null, sent: null })).slice(2)).toEqual(expected)
  })

  test.each([
    ["asking", "answer waiting"],
    ["refused", "answer failed"],
    ["failed", "answer failed"],
  ] as const)("end at the answer that did not come: %s", (outcome, expected) => {
    expect(drawn(notes({ outcome, sent: null })).slice(2)).toEqual(["sign done", "pay done", expected])
  })

  test("show no headers when no answer arrived", () => {
    const last = signInArrowsOf(notes({ outcome: "failed", sent: failedRequest(NOW_MS) })).at(-1)
    expect(last).toMatchObject({ parts: [], durationMs: null })
  })
})

test("the signer of a text is recovered from the signature alone", async () => {
  expect(await recoverTextSigner(text, await signInPayer.signMessage({ message: text }))).toBe(signInPayer.address)
  expect(await recoverTextSigner(text, "0xab")).toBeNull()
  expect(await recoverTextSigner(text, "no hex")).toBeNull()
})

describe("snippets", () => {
  const question = { path: `/api/x'$(id)'"` }
  const all = [signInToCurl, signInToTypeScript, signInToPython].map((write) => write(question, { origin: ORIGIN }))

  test("sign with the user's own key and do not copy the used proof", () => {
    for (const program of all) expect(program).not.toContain(notes().header)
  })

  test("cannot be escaped by a path", () => {
    expect(all[0]).toContain(String.raw`URL='https://signal402.example/api/x'\''$(id)'\''"'`)
    expect(all[1]).toContain(String.raw`const url = "https://signal402.example/api/x'$(id)'\""`)
    expect(all[2]).toContain(String.raw`url = "https://signal402.example/api/x'$(id)'\""`)
  })

  test("never pay", () => {
    for (const program of all) expect(program).not.toMatch(/PAYMENT-SIGNATURE|X-PAYMENT/)
  })
})
