import { computeChannelId, signVoucher, BatchSettlementEvmScheme } from "@x402/evm/batch-settlement/client"
import type { Abi } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { lowerHex } from "@/lib/domain/lower-hex"
import { chargeId, claimTotalOf } from "@/lib/x402/ledger/channels/channel"
import { timerSleep } from "@/lib/outbound/ports"
import { channelRequirements } from "@/lib/x402/wire/requirements"
import sandboxBatchSettlement from "@/tools/sandbox/chain/artifacts/SandboxBatchSettlement.json"
import { base64, btc, newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import type { PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { crashSessionTerms } from "./crashing-sessions"
import type { Proof } from "./proof"

/** Purchases of one session: the first comes with the deposit. */
export const PURCHASES = 3

/** A new channel of the official client, whose deposit pays for all purchases. */
async function openChannel(setup: PaymentSetup, payer: PrivateKeyAccount) {
  const sessions = crashSessionTerms(setup.chain.sessionPrivateKey)
  const accepted = { ...channelRequirements(terms, sessions, PRICE), network: terms.network }
  const key = newPayer()
  const deposit = PRICE * BigInt(PURCHASES)
  const scheme = new BatchSettlementEvmScheme(payer, { voucherSigner: key, depositStrategy: () => deposit })
  const { payload } = await scheme.createPaymentPayload(2, accepted)
  const { channelConfig } = payload as { readonly channelConfig: Parameters<typeof computeChannelId>[0] }
  const channelId = lowerHex(computeChannelId(channelConfig, terms.network))
  const read = () => createChannelChain(setup.client).read(channelId)

  /** Pays by the voucher of this total; `body` replaces the whole payload. */
  async function proofOf(total: bigint, body?: object): Promise<Proof> {
    const voucher = await signVoucher(key, channelId, total.toString(), terms.network)
    const paid = body ?? { type: "voucher", channelConfig, voucher }
    return {
      id: chargeId({ network: terms.network, id: channelId }, total),
      mayBeRefused: true,
      header: base64({ x402Version: 2, resource: { url: terms.origin + btc.url }, accepted, payload: paid }),
      isPaid: async () => (await read()).totalClaimed >= claimTotalOf(total),
      factories: [],
    }
  }

  const signVoucherOf = (total: bigint) => signVoucher(key, channelId, total.toString(), terms.network)
  return { payload, channelConfig, channelId, read, proofOf, signVoucherOf }
}

const totals = Array.from({ length: PURCHASES }, (_, index) => PRICE * BigInt(index + 1))

/** A deposit with the first voucher and the vouchers after it, and somebody who repeats the first voucher alone. */
export async function byChannel(setup: PaymentSetup, payer: PrivateKeyAccount): Promise<readonly Proof[]> {
  const { payload, proofOf } = await openChannel(setup, payer)
  const own = await Promise.all(totals.map((total, index) => proofOf(total, index === 0 ? payload : undefined)))
  const replayed = { ...(await proofOf(PRICE)), isHostile: true }
  return [...own.map((proof, index) => ({ ...proof, mayBeRefused: index > 0 })), replayed]
}

const POLL_MS = 20

/** A payer that announces a withdrawal as soon as its deposit has arrived, and goes on buying. */
export async function byWithdrawingChannel(setup: PaymentSetup, payer: PrivateKeyAccount): Promise<readonly Proof[]> {
  const { payload, channelConfig, read, proofOf } = await openChannel(setup, payer)

  async function act(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const channel = await read().catch(() => null)
      if (channel !== null && channel.balance > channel.totalClaimed && channel.withdrawRequestedS === 0) {
        await withdraw(channel.balance - channel.totalClaimed)
      }
      await timerSleep(POLL_MS)
    }
  }

  async function withdraw(amount: bigint): Promise<void> {
    const { client } = setup
    const call = { abi: sandboxBatchSettlement.abi as Abi, address: BATCH_SETTLEMENT } as const
    try {
      const hash = await client.writeContract({
        ...call,
        account: payer,
        functionName: "initiateWithdraw",
        args: [channelConfig, amount],
      })
      await client.waitForTransactionReceipt({ hash })
    } catch {
      // A claim was faster.
    }
  }

  const proofs = await Promise.all(totals.map((total, index) => proofOf(total, index === 0 ? payload : undefined)))
  return proofs.map((proof, index) => ({ ...proof, isHostile: true, ...(index === 0 && { act }) }))
}

/** A valid deposit with a voucher that can never be charged. */
export async function byWrongTotal(setup: PaymentSetup, payer: PrivateKeyAccount): Promise<readonly Proof[]> {
  const { payload, channelId, read, proofOf, signVoucherOf } = await openChannel(setup, payer)
  const total = 2n * PRICE
  const proof = await proofOf(total, { ...payload, voucher: await signVoucherOf(total) })
  const faults = async () => {
    const { balance } = await read()
    return balance === 0n ? [] : [`The refused deposit of ${channelId} was sent.`]
  }
  return [{ ...proof, isHostile: true, faults }]
}
