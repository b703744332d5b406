import type { PrivateKeyAccount } from "viem/accounts"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openChannel } from "@/tools/testing/payments/open-channel"
import { openUntrustedCaller } from "@/tools/testing/payments/untrusted-caller"
import type { SessionAttack, SessionStage } from "./session-stage"

/** The lowest price of the service, which its cheapest purchases have. */
const LOWEST_PRICE = 20_000n

const ofFullSize = (scale: number, count: number) => Math.max(3, Math.round(count * scale))

/** A payer asks for one atomic unit of its deposit again and again. */
export const partOfDeposit: SessionAttack = {
  name: "refunds of one unit",
  async run({ session, service }, scale) {
    const { scheme } = await openChannel(session, service)
    const url = `${service.terms.origin}/api/quote/BTC`
    let accepted = 0
    for (let request = 0; request < ofFullSize(scale, 20); request += 1) {
      const refund = scheme.refund(url, { fetch: service.request, amount: "1" })
      if (await refund.catch(() => null)) accepted += 1
    }
    return { gas: 0n, usdc: PRICE, faults: accepted === 0 ? [] : [`${accepted} refunds of one unit were sent`] }
  },
}

/** Ten channels with the least deposit that end and open again. Each deposit buys the cheapest answer. */
export const refundedAndRefilled: SessionAttack = {
  name: "sessions that end and open again",
  async run({ session, service }, scale) {
    const rounds = ofFullSize(scale, 5)
    const url = `${service.terms.origin}/api/quote/BTC`
    const paid = await Promise.all(
      (await walletsOf(session, 10)).map(async (wallet) => {
        const { pay, scheme } = service.buyer(wallet)
        let answers = 0n
        for (let round = 0; round < rounds; round += 1) {
          if ((await pay().catch(() => null))?.ok) answers += 1n
          await scheme.refund(url, { fetch: service.request }).catch(() => null)
        }
        return answers
      }),
    )
    // The endpoint of the test costs more than the cheapest one of the service.
    return { gas: 0n, usdc: LOWEST_PRICE * paid.reduce((sum, answers) => sum + answers, 0n), faults: [] }
  },
}

/** Pays from the session that is attacked. */
let buyAsVictim: (() => Promise<Response>) | null = null

/** Somebody without a key presents every voucher that is public, for an answer, the state of the channel and a refund. */
export const publishedVouchers: SessionAttack = {
  name: "published vouchers presented by somebody else",
  async prepare({ session, service }) {
    const { wallet, scheme, buy } = await openChannel(session, service)
    await buy(2n * PRICE, "ETH")
    // The refund publishes the voucher. The next purchase opens the same channel again.
    const { pay } = service.buyer(wallet, scheme)
    await pay()
    await scheme.refund(`${service.terms.origin}/api/quote/BTC`, { fetch: service.request })
    if (!(await pay()).ok) throw new Error("The channel was not opened again.")
    buyAsVictim = pay
  },
  async run({ session, service }, scale) {
    const caller = openUntrustedCaller(session, service)
    const known = await caller.published()
    const faults = known.length === 0 ? ["no voucher was published"] : []
    for (let request = 0; request < ofFullSize(scale, 200); request += 1) {
      for (const asked of [{ coin: "ETH" }, { type: "refund" }, { type: "refund", amount: "100000" }] as const) {
        for (const voucher of known) {
          const response = await caller.present(voucher, asked)
          const terms = Buffer.from(response.headers.get("PAYMENT-REQUIRED") ?? "", "base64").toString()
          if (response.ok) faults.push(`a published voucher was accepted for ${JSON.stringify(asked)}`)
          if (terms.includes("voucherState")) faults.push("a 402 had a voucher of the session")
        }
      }
    }
    if (!(await buyAsVictim?.())?.ok) faults.push("the session was ended")
    return { gas: 0n, usdc: 0n, faults }
  },
}

async function walletsOf(session: SessionStage["session"], count: number) {
  const wallets: PrivateKeyAccount[] = []
  for (let index = 0; index < count; index += 1) wallets.push(await session.newWallet())
  return wallets
}
