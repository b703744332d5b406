import { privateKeyToAccount } from "viem/accounts"
import { describe, expect, test } from "vitest"
import { quoteFor, NONCE, NOW_MS } from "@/tools/testing/client/fixtures"
import { sessionOffer } from "@/tools/testing/client/session-fixtures"
import { depositTypedData } from "@/lib/client/sessions/channel"
import { authorizationFor, typedDataOf } from "@/lib/client/purchase/authorization"
import { checkPaymentSigner, checkTextSigner } from "./check-signer"
import { OtherAccountSigned } from "./wallet-error"

const [payer, other] = [privateKeyToAccount(`0x${"11".repeat(32)}`), privateKeyToAccount(`0x${"22".repeat(32)}`)]
const quote = quoteFor()
const transfer = typedDataOf(
  quote,
  authorizationFor(quote, { payer: payer.address, nonce: NONCE, nowMs: NOW_MS }),
  8453,
)
const deposit = depositTypedData(
  { payer: payer.address, amount: 1n, channelId: NONCE, salt: NONCE, validAfter: "0", validBefore: "9" },
  sessionOffer(),
  8453,
)
const signed = (data: typeof transfer | typeof deposit, { signTypedData }: typeof payer) =>
  signTypedData(JSON.parse(JSON.stringify(data)))
const isKey = async () => false
const isContract = async () => true

describe.each([
  ["transfer", transfer],
  ["deposit", deposit],
] as const)("a %s", (_, data) => {
  test("signed by the payer passes", async () => {
    await expect(
      checkPaymentSigner(data, { signature: await signed(data, payer), isContract: isKey }),
    ).resolves.toBeUndefined()
  })

  test("signed by another account is refused before it is sent", async () => {
    const signature = await signed(data, other)
    await expect(checkPaymentSigner(data, { signature, isContract: isKey })).rejects.toThrow(OtherAccountSigned)
    await expect(
      checkPaymentSigner(data, { signature, isContract }),
      "the owner of a smart account",
    ).resolves.toBeUndefined()
    const unknown = () => Promise.reject(new Error("no node"))
    await expect(
      checkPaymentSigner(data, { signature, isContract: unknown }),
      "the service decides",
    ).resolves.toBeUndefined()
  })
})

test("a text signed by another account is refused, and the signature of a smart account is left to the service", async () => {
  const check = { payer: payer.address, isContract: isKey }
  const signature = await other.signMessage({ message: "Hello" })
  await expect(checkTextSigner("Hello", { ...check, signature })).rejects.toThrow(OtherAccountSigned)
  await expect(checkTextSigner("Hello", { ...check, signature: `${signature}00` })).resolves.toBeUndefined()
  const own = await payer.signMessage({ message: "Hello" })
  await expect(checkTextSigner("Hello", { ...check, signature: own })).resolves.toBeUndefined()
})
