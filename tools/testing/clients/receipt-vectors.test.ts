import { describe, expect, test } from "vitest"
import { verifyReceipt } from "@/clients/typescript/index"
import { signArtifacts } from "@/lib/x402/wire/signed-artifacts"
import { btc, NOW_MS, terms } from "@/tools/testing/payments/fixtures"

/*
 * Receipts for the verifiers of both packages. `npm run test:interop` has the Python package read the same file
 * (e2e/clients/programs/receipt_vectors.py).
 */

const KEY = `0x${"42".repeat(32)}` as const
const body = '{"coin":"BTC","price":64000.5,"note":"ü"}'

type Payload = Readonly<Record<string, unknown>>
type Vector = {
  readonly name: string
  readonly receipt: { readonly payload: Payload; readonly signature: string }
  readonly body: string
  /** The signer, or the field that is wrong. */
  readonly issuer?: string
  readonly wrong?: string
}

function signed(bindsAnswer: boolean): Vector["receipt"] {
  const sale = { payer: terms.payTo, transaction: `0x${"ab".repeat(32)}`, body, nowMs: NOW_MS } as const
  const { info } = signArtifacts(KEY, bindsAnswer).receipt(terms, btc, sale)["offer-receipt"]
  const { payload, signature } = (info as { readonly receipt: Vector["receipt"] }).receipt
  return { payload, signature }
}

const [first, second] = [signed(false), signed(true)]
const changed = (changes: Payload) => ({ ...second, payload: { ...second.payload, ...changes } })
const issuer = signArtifacts(KEY).signer
const { responseHash: _, ...withoutHash } = second.payload

const vectors: readonly Vector[] = [
  { name: "version 1 is about no bytes", receipt: first, body: "anything", issuer },
  { name: "version 2 is about these bytes", receipt: second, body, issuer },
  { name: "one byte of the answer is different", receipt: second, body: `${body} `, wrong: "responseHash" },
  { name: "the hash is missing", receipt: { ...second, payload: withoutHash }, body, wrong: "responseHash" },
  { name: "another algorithm", receipt: changed({ responseHashAlg: "sha512" }), body, wrong: "responseHashAlg" },
  { name: "another encoding", receipt: changed({ responseHashEncoding: "jcs" }), body, wrong: "responseHashEncoding" },
  { name: "a version that is not known", receipt: changed({ version: 3 }), body, wrong: "version" },
]

test("the file has the vectors", async () => {
  await expect(`${JSON.stringify(vectors, null, 2)}\n`).toMatchFileSnapshot("../../../e2e/clients/receipt-vectors.json")
})

describe("verifyReceipt", () => {
  test.each(vectors)("$name", async ({ receipt, body: shown, issuer: expected, wrong }) => {
    const verifying = verifyReceipt(receipt, shown)
    if (wrong !== undefined) await expect(verifying).rejects.toThrow(new RegExp(`^${wrong}: `))
    else expect((await verifying).issuer.toLowerCase()).toBe(expected?.toLowerCase())
  })

  test.each([
    ["version 2 as version 1", { ...second, payload: { ...second.payload, version: 1 } }],
    ["version 1 with a hash that was not signed", { ...first, payload: { ...second.payload, version: 2 } }],
    ["another payer", changed({ payer: terms.asset })],
  ])("%s has another signer", async (_, receipt) => {
    expect((await verifyReceipt(receipt, body)).issuer).not.toBe(issuer)
  })
})
