import fc from "fast-check"
import { BatchSettlementEvmScheme } from "@x402/evm/batch-settlement/client"
import { describe, expect, test } from "vitest"
import { channelDigests } from "@/lib/x402/chain/channels/channel-digests"
import { lowerHex } from "@/lib/domain/lower-hex"
import { usdc } from "@/lib/domain/usdc"
import { decodePayload } from "@/lib/x402/wire/decode"
import type { ChannelPayment } from "@/lib/x402/wire/channel-payloads"
import { channelRequirements, type SessionTerms } from "@/lib/x402/wire/requirements"
import { btc, newPayer, NOW_MS, NOW_S, PRICE, terms as common, tokenDomain } from "@/tools/testing/payments/fixtures"
import { checkChannel, isSignedVoucher, voucherOrder } from "./check-channel"

const digests = channelDigests(tokenDomain)
const sessions: SessionTerms = {
  receiverAuthorizer: "0x00000000000000000000000000000000000a0001",
  withdrawDelayS: 86_400,
  minDeposit: usdc(500_000n),
}
const terms = { ...common, sessions }
const offered = { offer: btc, terms, sessions, nowMs: NOW_MS }

/** The first payment of the official client. */
async function officialDeposit(): Promise<ChannelPayment> {
  const accepted = channelRequirements(terms, sessions, PRICE)
  const scheme = new BatchSettlementEvmScheme(newPayer())
  const { payload } = await scheme.createPaymentPayload(2, { ...accepted, network: terms.network })
  const decoded = decodePayload(JSON.parse(JSON.stringify({ x402Version: 2, accepted, payload })))
  if (decoded.kind !== "channel") throw new Error(`Decoded as ${JSON.stringify(decoded)}.`)
  const { payment } = decoded
  // The official client dates its deposit by the system clock.
  return payment.type === "deposit"
    ? { ...payment, deposit: { ...payment.deposit, validBeforeS: NOW_S + 300 } }
    : payment
}

const withConfig = (payment: ChannelPayment, changes: Partial<ChannelPayment["config"]>): ChannelPayment => {
  const config = { ...payment.config, ...changes }
  return { ...payment, config, voucher: { ...payment.voucher, channelId: digests.channelId(config) } }
}

describe("a payment by a channel", () => {
  test("of the official client matches the offer, and its voucher is signed", async () => {
    const payment = await officialDeposit()
    expect(checkChannel(payment, offered, digests)).toBeNull()
    expect(isSignedVoucher(payment.voucher, payment.config.payerAuthorizer, digests)).toBe(true)
  })

  const other = "0x00000000000000000000000000000000000b0002"
  test.each([
    ["another token", { token: other }, "token_mismatch"],
    ["another receiver", { receiver: other }, "receiver_mismatch"],
    ["a foreign receiverAuthorizer", { receiverAuthorizer: other }, "receiver_authorizer_mismatch"],
    ["another delay", { withdrawDelayS: 900 }, "withdraw_delay_mismatch"],
    ["a delay below 15 minutes", { withdrawDelayS: 899 }, "withdraw_delay_out_of_range"],
    ["a delay above 30 days", { withdrawDelayS: 2_592_001 }, "withdraw_delay_out_of_range"],
    ["vouchers by a contract", { payerAuthorizer: `0x${"0".repeat(40)}` }, "voucher_signature"],
  ] as const)("of a channel with %s is refused", async (_, changes, reason) => {
    const payment = withConfig(await officialDeposit(), changes)
    expect(checkChannel(payment, offered, digests)).toBe(`invalid_batch_settlement_evm_${reason}`)
  })

  test("with an invented channel id is refused before a read of the chain", async () => {
    const payment = await officialDeposit()
    const invented = { ...payment, voucher: { ...payment.voucher, channelId: lowerHex(`0x${"ab".repeat(32)}`) } }
    expect(checkChannel(invented, offered, digests)).toBe("invalid_batch_settlement_evm_channel_id_mismatch")
  })

  test.each([
    ["a deposit below the minimum", { amount: 499_999n }, "deposit_below_min_deposit"],
    ["an expired deposit", { validBeforeS: NOW_S + 6 }, "payload_authorization_valid_before"],
    ["a deposit of next year", { validBeforeS: NOW_S + 31_536_000 }, "payload_authorization_valid_before"],
    ["a deposit that is not valid yet", { validAfterS: NOW_S }, "payload_authorization_valid_after"],
  ] as const)("with %s is refused", async (_, changes, reason) => {
    const payment = await officialDeposit()
    if (payment.type !== "deposit") throw new Error("The official client did not deposit.")
    const changed = { ...payment, deposit: { ...payment.deposit, ...changes } }
    expect(checkChannel(changed, offered, digests)).toBe(`invalid_batch_settlement_evm_${reason}`)
  })

  test("with a malleated signature is not accepted as signed", async () => {
    const { voucher, config } = await officialDeposit()
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = BigInt(`0x${voucher.signature.slice(66, 130)}`)
    const otherS = (order - s).toString(16).padStart(64, "0")
    const v = voucher.signature.endsWith("1b") ? "1c" : "1b"
    const malleated = lowerHex(`${voucher.signature.slice(0, 66)}${otherS}${v}`)
    expect(isSignedVoucher({ ...voucher, signature: malleated }, config.payerAuthorizer, digests)).toBe(false)
  })
})

test("exactly one cumulative total is next, and a charge raises it by its price", () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 24n })
  fc.assert(
    fc.property(units, units, fc.bigInt({ min: 1n, max: 10n ** 9n }), (total, charged, amount) => {
      const price = usdc(amount)
      const place = voucherOrder(total, charged, price)
      expect(place === "next").toBe(total === charged + price)
      expect(voucherOrder(charged + price, charged, price)).toBe("next")
      expect(voucherOrder(charged + price, charged + price, price)).toBe("behind")
      expect(voucherOrder(charged + 2n * price, charged, price)).toBe("ahead")
      if (place === "behind") expect(voucherOrder(total, charged + price, price)).toBe("behind")
    }),
  )
})
