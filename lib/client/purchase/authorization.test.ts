import { recoverTypedDataAddress, type TypedDataDefinition } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { expect, test } from "vitest"
import { attemptAt, NONCE, NOW_MS, quoteFor, terms } from "@/tools/testing/client/fixtures"
import { expiresAtMs } from "./attempt-facts"
import { authorizationFor, randomNonce, typedDataOf } from "./authorization"

const account = privateKeyToAccount(`0x${"11".repeat(32)}`)

test("an authorization pays exactly the quote and is valid from ten minutes ago until the quote's timeout", () => {
  const nowS = NOW_MS / 1000
  expect(authorizationFor(quoteFor(), { payer: account.address, nonce: NONCE, nowMs: NOW_MS + 999 })).toEqual({
    from: account.address,
    to: terms.payTo,
    value: "50000",
    validAfter: String(nowS - 600),
    validBefore: String(nowS + 300),
    nonce: NONCE,
  })
})

test("an authorization uses the service's clock, for any local clock", () => {
  const nowS = NOW_MS / 1000
  for (const aheadMs of [-7_200_000, -400_000, 400_000, 7_200_000]) {
    const order = { payer: account.address, nonce: NONCE, nowMs: NOW_MS + aheadMs }
    expect(authorizationFor({ ...quoteFor(), aheadMs }, order)).toMatchObject({
      validAfter: String(nowS - 600),
      validBefore: String(nowS + 300),
    })
    expect(expiresAtMs({ ...attemptAt(), aheadMs }), "as this browser's clock shows it").toBe(
      NOW_MS + 300_000 + aheadMs,
    )
  }
})

test("the typed data includes EIP712Domain, so that wallets and viem sign the same digest", async () => {
  const quote = quoteFor()
  const authorization = authorizationFor(quote, { payer: account.address, nonce: NONCE, nowMs: NOW_MS })
  const { types, ...data } = typedDataOf(quote, authorization, terms.chainId)
  const overJson: TypedDataDefinition = JSON.parse(JSON.stringify({ ...data, types }))
  const signature = await account.signTypedData(overJson)
  const withoutDomain = { TransferWithAuthorization: types.TransferWithAuthorization }
  const message = {
    ...authorization,
    value: BigInt(authorization.value),
    validAfter: BigInt(authorization.validAfter),
    validBefore: BigInt(authorization.validBefore),
  }
  const signer = await recoverTypedDataAddress({ ...data, types: withoutDomain, message, signature })
  expect(signer).toBe(account.address)
})

test("nonces are 32 random bytes", () => {
  const nonces = Array.from({ length: 100 }, randomNonce)
  expect(nonces.every((nonce) => /^0x[0-9a-f]{64}$/.test(nonce))).toBe(true)
  expect(new Set(nonces).size).toBe(100)
})
