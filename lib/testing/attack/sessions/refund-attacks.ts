import { openChannel } from "@/lib/testing/payments/open-channel"
import type { SessionAttack } from "./session-stage"

/** A payer asks for one atomic unit of its deposit again and again. */
export const partOfDeposit: SessionAttack = {
  name: "refunds of one unit",
  async run({ session, service }, scale) {
    const requests = Math.max(3, Math.round(20 * scale))
    const { scheme } = await openChannel(session, service)
    const paid = service.state.price
    for (let request = 0; request < requests; request += 1) {
      await scheme
        .refund(`${service.terms.origin}/api/quote/BTC`, { fetch: service.request, amount: "1" })
        .catch(() => undefined)
    }
    return { gas: 0n, usdc: paid, faults: [] }
  },
}
