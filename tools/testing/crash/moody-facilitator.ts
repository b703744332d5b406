import { encodeFunctionData, parseAbi } from "viem"
import { z } from "zod"
import { seededRandom } from "@/lib/domain/statistics/random"
import { timerSleep } from "@/lib/outbound/ports"
import { startFakeFacilitator } from "@/tools/testing/payments/fake-facilitator"
import { terms } from "@/tools/testing/payments/fixtures"
import type { PaymentSetup } from "@/tools/testing/payments/payment-setup"

const Asked = z.object({
  paymentPayload: z.object({
    payload: z.object({
      signature: z.templateLiteral(["0x", z.string()]),
      authorization: z.object({
        from: z.templateLiteral(["0x", z.string()]),
        to: z.templateLiteral(["0x", z.string()]),
        value: z.coerce.bigint(),
        validAfter: z.coerce.bigint(),
        validBefore: z.coerce.bigint(),
        nonce: z.templateLiteral(["0x", z.string()]),
      }),
    }),
  }),
})

const ABI = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
])

const reply = (fields: object) => ({ body: { network: terms.network, payer: "0x", transaction: "", ...fields } })

/**
 * A facilitator that pays and says so, pays and is silent, pays after its answer or never, whatever it has answered. `stop` waits
 * for its transactions.
 */
export async function startMoodyFacilitator(setup: PaymentSetup, seed: number) {
  const random = seededRandom(seed)
  const fake = await startFakeFacilitator()
  const sending = new Set<Promise<unknown>>()

  function send(body: unknown, afterMs: number): Promise<`0x${string}`> {
    const { signature, authorization: by } = Asked.parse(body).paymentPayload.payload
    const args = [by.from, by.to, by.value, by.validAfter, by.validBefore, by.nonce, signature] as const
    const data = encodeFunctionData({ abi: ABI, functionName: "transferWithAuthorization", args })
    const sent = timerSleep(afterMs).then(() => setup.sendFromOtherAccount({ to: terms.asset, data }))
    sending.add(sent.catch(() => undefined))
    return sent
  }

  fake.settle = async (body) => {
    const mood = Math.floor(random() * 6)
    if (mood === 0) return reply({ success: true, transaction: await send(body, 0) })
    if (mood === 1) {
      await send(body, 0)
      return null
    }
    if (mood === 2) return null
    if (mood === 3) return reply({ success: false, errorReason: "insufficient_funds" })
    // It sends although it has refused, or after its answer.
    void send(body, random() * 600)
    return mood === 4 ? reply({ success: false, errorReason: "insufficient_funds" }) : { status: 500, body: "" }
  }
  return {
    url: fake.url,
    async stop() {
      await Promise.all(sending)
      await fake.stop()
    },
  }
}
