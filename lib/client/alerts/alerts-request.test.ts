import { privateKeyToAccount } from "viem/accounts"
import { expect, test } from "vitest"
import { alertsContract } from "@/lib/endpoints/alerts/contract"
import { decodeHeader } from "@/lib/client/purchase/header"
import { decodeSignIn, signInText } from "@/lib/x402/wire/sign-in"
import { type AlertsAnswer, alertsPath, isTextOld, signInRequest } from "./alerts-request"

const { address } = privateKeyToAccount(`0x${"11".repeat(32)}`)
const SIGNATURE = `0x${"ab".repeat(65)}` as const
const signer = { address, origin: "https://signal402.example", chainId: 8453, nowMs: 1_000 }
const answer: AlertsAnswer = alertsContract.response.parse(alertsContract.example)

test("the signed text equals the text that the service computes from the header", () => {
  const request = signInRequest(answer, "/api/alerts", signer)
  const header = request?.header(SIGNATURE) ?? ""
  expect(decodeHeader(header)).toMatchObject({ ...answer.sign_in, address, signature: SIGNATURE })
  const decoded = decodeSignIn(header)
  expect(decoded).not.toBeNull()
  if (decoded) expect(signInText(decoded)).toBe(request?.text)
})

test.each([
  ["site", { domain: "other.example" }],
  ["request", { uri: "https://signal402.example/api/alerts?end=1" }],
  ["network", { chainId: "eip155:1" }],
])("a text of another %s is not signed", (_, part) => {
  const other = { ...answer, sign_in: { ...answer.sign_in, ...part } }
  expect(signInRequest(other, "/api/alerts", signer)).toBeNull()
})

test("a text counts as too old before the service refuses it", () => {
  const request = signInRequest(answer, "/api/alerts", signer)
  expect(request && [isTextOld(request, 200_000), isTextOld(request, 300_000)]).toEqual([false, true])
})

test("each change has its own URL", () => {
  expect(alertsPath()).toBe("/api/alerts")
  expect(alertsPath({ kind: "end", watch: "a1" })).toBe("/api/alerts?end=a1")
})
