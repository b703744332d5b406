import type { PrivateKeyAccount } from "viem/accounts"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openGate, REDELIVERY_WINDOW_MS, RESEND_WINDOW_MS } from "@/tools/testing/payments/fakes"
import { authorize, btc, eth, newPayer, present, signIn } from "@/tools/testing/payments/fixtures"
import type { GateOutcome } from "./payment-attempt"

let opened: Awaited<ReturnType<typeof openGate>>
let payer: PrivateKeyAccount
let bought: GateOutcome
let serial: number

beforeEach(async () => {
  opened = await openGate()
  payer = newPayer()
  serial = 0
  bought = await buy()
})
afterEach(() => opened.close())

const buy = async () =>
  opened.gate.pay(present(await authorize(payer)), btc, () => {
    serial += 1
    return Promise.resolve({ body: `{"serial":${serial}}`, etag: null })
  })
const moment = (nonce = "a1b2c3d4e5f6") => ({ nonce, nowMs: opened.fakes.nowMs })
const sign = (offer = btc, wallet = payer, nonce?: string) => signIn(wallet, offer, moment(nonce))
const refused = (reason: string) => ({ kind: "refused", reason })
const settlements = () => opened.fakes.calls.filter((call) => call === "settle").length

test("the wallet that bought gets the same bytes by signing in, without a charge", async () => {
  expect(bought.kind).toBe("delivered")
  const again = await opened.gate.redeliverBySignIn(await sign(), btc)
  expect(again).toMatchObject({ kind: "delivered", purchase: { answer: { body: '{"serial":1}', etag: null } } })
  expect(settlements()).toBe(1)
})

test("a sign-in fetches the newest of several purchases", async () => {
  opened.fakes.nowMs += 1_000
  await buy()
  expect(await opened.gate.redeliverBySignIn(await sign(), btc)).toMatchObject({
    purchase: { answer: { body: '{"serial":2}' } },
  })
})

test("a sign-in is accepted once, also from concurrent requests", async () => {
  const shown = await sign()
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => opened.gate.redeliverBySignIn(shown, btc)))
  expect(outcomes.filter(({ kind }) => kind === "delivered")).toHaveLength(1)
  expect(outcomes).toContainEqual(refused("invalid_siwx_nonce"))
  expect(await opened.gate.redeliverBySignIn(await sign(btc, payer, "another1nonce"), btc)).toMatchObject({
    kind: "delivered",
  })
})

test("a sign-in fetches only its wallet's purchases, and only for its own resource", async () => {
  expect(await opened.gate.redeliverBySignIn(await sign(eth), eth)).toEqual(refused("siwx_nothing_bought"))
  expect(await opened.gate.redeliverBySignIn(await sign(btc), eth)).toEqual(refused("invalid_siwx_uri_mismatch"))
  expect(await opened.gate.redeliverBySignIn(await sign(btc, newPayer()), btc)).toEqual(refused("siwx_nothing_bought"))
})

test("other wallets get no information about purchases and cause no request to the node", async () => {
  const otherPayer = newPayer()
  const mine = await sign(btc, otherPayer)
  const signInAs = (address: `0x${string}`) => opened.gate.redeliverBySignIn({ ...mine, address }, btc)
  expect(await signInAs(newPayer().address)).toEqual(refused("invalid_siwx_signature"))
  expect(opened.fakes.calls).not.toContain("isValidSignature")
  expect(await signInAs(payer.address)).toEqual(refused("invalid_siwx_signature"))
  expect(opened.fakes.calls).toContain("isValidSignature")
})

test("a smart wallet signs in by its contract (ERC-1271); while the node is down the sign-in fails uncharged", async () => {
  const owner = newPayer()
  const signed = { ...(await sign(btc, owner)), address: payer.address }
  opened.fakes.isValidSignature = () => Promise.reject(new Error("connection refused"))
  await expect(opened.gate.redeliverBySignIn(signed, btc)).rejects.toMatchObject({
    code: "chain_unavailable",
    retryable: true,
  })
  opened.fakes.isValidSignature = () => Promise.resolve(true)
  expect(await opened.gate.redeliverBySignIn(signed, btc), "the nonce was not spent").toMatchObject({
    kind: "delivered",
  })
})

test("a payment fetches its answer for a short time, a sign-in for the whole redelivery window", async () => {
  const authorization = await authorize(payer)
  const show = () => opened.gate.pay(present(authorization), btc, () => Promise.reject(new Error("not again")))
  await opened.gate.pay(present(authorization), btc, () => Promise.resolve({ body: "{}", etag: null }))
  opened.fakes.nowMs += RESEND_WINDOW_MS
  expect(await show()).toMatchObject({ kind: "delivered" })
  opened.fakes.nowMs += 1
  expect(await show()).toMatchObject({ reason: "redelivery_window_closed" })
  expect(await opened.gate.redeliverBySignIn(await sign(), btc)).toMatchObject({ kind: "delivered" })
  opened.fakes.nowMs += REDELIVERY_WINDOW_MS
  expect(await opened.gate.redeliverBySignIn(await sign(btc, payer, "another1nonce"), btc)).toEqual(
    refused("siwx_nothing_bought"),
  )
})
