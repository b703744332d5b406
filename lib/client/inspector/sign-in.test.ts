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
import { signInStepsOf } from "./sign-in-steps"

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

const states = (trace: SignInTrace) => signInStepsOf(trace).map(({ state }) => state)

describe("the steps of a sign-in", () => {
  test("are all done, with durations, when the answer arrived", () => {
    const steps = signInStepsOf(notes())
    expect(steps.map(({ id, durationMs }) => [id, durationMs])).toEqual([
      ["request", 40],
      ["offer", null],
      ["text", null],
      ["signature", 20],
      ["answer", 40],
    ])
    expect(new Set(states(notes()))).toEqual(new Set(["done"]))
    expect(steps[2]?.evidence).toEqual([{ kind: "text", label: "Text", text }])
    expect(steps[4]?.note).toBe(
      "200 OK. 2.0 KB of JSON, nothing charged. It is payment 0x0707…0707, transaction 0xabc.",
    )
  })

  test.each([
    ["signing", ["waiting", "open"]],
    ["declined", ["failed", "open"]],
    ["cancelled", ["failed", "open"]],
    ["wallet-failed", ["failed", "open"]],
    ["asking", ["done", "waiting"]],
    ["refused", ["done", "failed"]],
    ["failed", ["done", "failed"]],
  ] as const)("stop at the step that failed: %s", (outcome, expected) => {
    expect(states(notes({ outcome, sent: null })).slice(3)).toEqual(expected)
  })

  test("show no answer when none arrived", () => {
    const [last] = signInStepsOf(notes({ outcome: "failed", sent: failedRequest(NOW_MS) })).toReversed()
    expect(last).toMatchObject({ evidence: [], durationMs: null })
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
