import { numberToHex } from "viem"
import { expect, test } from "vitest"
import { OverloadedError } from "@/lib/x402/errors"
import type { OpenDeposit } from "@/lib/x402/ledger/channels/channel-ledger"
import { createProvenPayers } from "@/lib/x402/settlement/proven-payers"
import { address, config, idOf, NETWORK, NOW, PRICE } from "@/tools/testing/ledger/channel-fixtures"
import { createChannelLocks } from "./channel-locks"
import { createQueueDeposit, type DepositPayment, type SendDepositOptions } from "./send-deposit"

const SOURCE = address(900)

/** The service with this many open deposits of smart wallets, of which the first ones have money of one source. */
function openDeposits({ waiting, ofSource }: { readonly waiting: number; readonly ofSource: number }) {
  const payers = Array.from({ length: waiting }, (_, index) => address(100 + index))
  const sources = new Map(payers.map((payer, index) => [payer, index < ofSource ? SOURCE : payer]))
  const open = payers.map((payer): OpenDeposit => ({
    id: payer,
    amount: 1n,
    isIsolated: true,
    state: "queued",
    network: NETWORK,
    token: config.token,
    payer,
  }))
  const proven = createProvenPayers()
  const unused = () => Promise.reject(new Error("This is not used."))
  const options: SendDepositOptions = {
    channels: {
      openDeposits: () => Promise.resolve(open),
      // Busy: the deposit has passed the limits.
      beginDeposit: () => Promise.resolve(null),
      findOperation: unused,
      unsettledPayments: unused,
    },
    chain: { depositPreflight: unused, gasOf: unused, hasCode: unused, gasPrice: unused },
    sender: address(1),
    guard: {
      proven,
      sources: {
        known: (payer: string) => sources.get(payer as `0x${string}`) ?? null,
        of: (payer: `0x${string}`) => Promise.resolve(sources.get(payer) ?? payer),
      },
      spendGuard: { check: (_spend: unknown, payable: unknown) => Promise.resolve(payable) },
    } as unknown as SendDepositOptions["guard"],
    network: NETWORK,
    digests: {} as SendDepositOptions["digests"],
    isPaused: () => false,
    wake: () => undefined,
    clock: () => NOW,
    sleep: () => Promise.resolve(),
  }
  const queue = createQueueDeposit(options, createChannelLocks(options.sleep))
  const deposit = async (payer: `0x${string}`, source: `0x${string}` = payer) => {
    sources.set(payer, source)
    const payment = {
      config: { ...config, payer },
      voucher: { channelId: idOf(1), total: PRICE, signature: "0x" },
      deposit: { amount: 1n, validAfterS: 0, validBeforeS: 1, salt: idOf(2), signature: "0x" },
    } as unknown as DepositPayment
    const verified = { kind: "payable", balance: 1n, askedMs: NOW, deployment: null, isByKey: false } as const
    const sale = {
      channel: { id: idOf(1), network: NETWORK, config, refunds: 0 },
      voucher: payment.voucher,
      price: PRICE,
      resource: "GET /api/quote/BTC",
      endpoint: "quote",
      answer: { body: "{}", etag: null },
    }
    const result = await queue(payment, verified, sale)
    return result instanceof OverloadedError ? "overloaded" : result
  }
  return { deposit, proven }
}

const HONEST = address(800)
const PASSED = "invalid_batch_settlement_evm_channel_busy"

test("new smart wallets with money of one source have ten places together", async () => {
  const { deposit } = openDeposits({ waiting: 10, ofSource: 10 })
  expect(await deposit(address(700), SOURCE)).toBe("overloaded")
  expect(await deposit(HONEST)).toBe(PASSED)
})

test("a smart wallet that has paid before has a place when new ones have all of theirs", async () => {
  const { deposit, proven } = openDeposits({ waiting: 50, ofSource: 0 })
  expect(await deposit(HONEST)).toBe("overloaded")
  proven.add(numberToHex(BigInt(HONEST), { size: 20 }))
  expect(await deposit(HONEST)).toBe(PASSED)
})
