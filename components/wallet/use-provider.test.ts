import { describe, expect, test } from "vitest"
import { quoteFor, PAYER, SIGNATURE, NONCE, NOW_MS } from "@/tools/testing/client/fixtures"
import { authorizationFor, typedDataOf } from "@/lib/client/purchase/authorization"
import { toSigner } from "./use-provider"

const quote = quoteFor()
const data = typedDataOf(quote, authorizationFor(quote, { payer: PAYER, nonce: NONCE, nowMs: NOW_MS }), 8453)

/** Both ways of signing with a wallet that answers by `request`. */
function signaturesOf(request: () => unknown) {
  const signer = toSigner({ request })
  if (!signer) throw new Error("It is a provider.")
  return [() => signer.signTypedData(data), () => signer.signText(PAYER, "Hello")]
}

describe("a wallet", () => {
  test("is called in the same task as the click", async () => {
    let asked = 0
    const ways = signaturesOf(() => {
      asked += 1
      return Promise.resolve(SIGNATURE)
    })
    const signing = ways.map((sign) => sign())
    expect(asked, "before anything was awaited").toBe(2)
    expect(await Promise.all(signing)).toEqual([SIGNATURE, SIGNATURE])
  })

  test("is asked for the paying account, even if another one was selected since the click", async () => {
    const calls: unknown[] = []
    const request = (call: unknown) => {
      calls.push(call)
      return Promise.resolve(SIGNATURE)
    }
    await toSigner({ request })?.signTypedData(data)
    expect(calls).toEqual([{ method: "eth_signTypedData_v4", params: [PAYER, JSON.stringify(data)] }])
  })

  test("that throws is treated like one that rejects", async () => {
    const locked = new Error("Wallet is locked")
    const ways = signaturesOf(() => {
      throw locked
    })
    for (const sign of ways) await expect(sign()).rejects.toBe(locked)
  })

  test.each([null, undefined, "0x", "signed", 7])(
    "that answers %j is reported as an invalid signature",
    async (answer) => {
      for (const sign of signaturesOf(() => Promise.resolve(answer))) {
        await expect(sign()).rejects.toThrow(/^The wallet returned something that is not a signature\.$/)
      }
    },
  )

  test("behind a remote connector has its own name", () => {
    const request = () => Promise.resolve(SIGNATURE)
    const metadata = { name: "Rainbow", redirect: { native: "rainbow://" } }
    expect(toSigner({ request, session: { peer: { metadata } } })?.peer).toEqual({
      name: "Rainbow",
      href: "rainbow://",
    })
    expect(toSigner({ request })?.peer).toBeNull()
  })

  test("without a request method is null", () => {
    expect([toSigner(null), toSigner({})]).toEqual([null, null])
  })
})
