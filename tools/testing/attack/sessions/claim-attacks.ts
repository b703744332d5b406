import { encodePaymentSignatureHeader } from "@x402/core/http"
import { signVoucher } from "@x402/evm/batch-settlement/client"
import { type Abi, parseEther } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { timerSleep } from "@/lib/outbound/ports"
import { channelRequirements } from "@/lib/x402/wire/requirements"
import sandboxBatchSettlement from "@/tools/sandbox/chain/artifacts/SandboxBatchSettlement.json"
import { claimTotalOf } from "@/lib/x402/ledger/channels/channel"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openChannel } from "@/tools/testing/payments/open-channel"
import { schemeOf } from "@/tools/testing/payments/session-harness"
import type { SessionAttack, SessionStage } from "./session-stage"

type OpenChannel = Awaited<ReturnType<typeof openChannel>>

const DEPOSIT = 10n * PRICE
/** Times that the service looks for due claims. */
const CLAIM_CHECKS_MS = 12_000

async function sendAsPayer(
  { session: { client } }: SessionStage,
  { wallet, channelConfig }: OpenChannel,
  functionName: "initiateWithdraw" | "finalizeWithdraw",
): Promise<bigint> {
  const args = functionName === "initiateWithdraw" ? [channelConfig, DEPOSIT - PRICE] : [channelConfig]
  const abi = sandboxBatchSettlement.abi as Abi
  const hash = await client.writeContract({ abi, address: BATCH_SETTLEMENT, account: wallet, functionName, args })
  return (await client.waitForTransactionReceipt({ hash })).gasUsed
}

const withdrawing = new WeakMap<SessionStage, OpenChannel>()

/** A payer announces a withdrawal, so that its voucher must be claimed, and goes on sending vouchers. */
export const announcedWithdrawal: SessionAttack = {
  name: "a payer that announces a withdrawal and goes on buying",
  async prepare(stage) {
    const channel = await openChannel(stage.session, stage.service)
    await stage.session.client.setBalance({ address: channel.wallet.address, value: parseEther("1") })
    withdrawing.set(stage, channel)
  },
  async run(stage, scale) {
    const channel = withdrawing.get(stage)
    if (channel === undefined) throw new Error("The attack was not prepared.")
    const gas = await sendAsPayer(stage, channel, "initiateWithdraw")
    await timerSleep(CLAIM_CHECKS_MS)
    const attempts = Math.max(2, Math.round(20 * scale))
    let served = 0
    for (let n = 0; n < attempts; n += 1) if ((await channel.buy(2n * PRICE)).ok) served += 1
    const others = (await stage.service.channels.exposure(stage.session.account.address)).channels
    const { onChain } = (await stage.service.channels.find(channel.channelId)) ?? {}
    return {
      gas,
      usdc: PRICE,
      faults: [
        ...(served > 0 ? [`${served} vouchers were sold on a channel in withdrawal`] : []),
        ...(onChain?.totalClaimed === claimTotalOf(PRICE)
          ? []
          : ["the voucher of the withdrawing payer was not claimed"]),
        ...(others > 0 ? [] : ["vouchers of other payers were claimed because of one that withdraws"]),
      ],
    }
  },
}

/** Valid deposits whose first voucher can never be charged. */
export const wrongTotals: SessionAttack = {
  name: "deposits with a wrong total",
  async run({ session, service }, scale) {
    const count = Math.max(5, Math.round(200 * scale))
    const wallet = await session.newWallet()
    const { network } = service.terms
    const accepted = { ...channelRequirements(service.terms, service.sessions, PRICE), network }
    const url = `${service.terms.origin}/api/quote/BTC`
    let served = 0
    for (let n = 0; n < count; n += 1) {
      const key = privateKeyToAccount(generatePrivateKey())
      const { payload } = await schemeOf(session, wallet, key).createPaymentPayload(2, accepted)
      const { voucher: first } = payload as { readonly voucher: { readonly channelId: `0x${string}` } }
      const voucher = await signVoucher(key, first.channelId, (2n * PRICE).toString(), network)
      const body = { x402Version: 2, accepted, payload: { ...payload, voucher } }
      const headers = { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(body) }
      if ((await service.request(url, { headers })).ok) served += 1
    }
    const { rows } = await service.store
      .selectFrom("channels")
      .select(({ fn }) => fn.countAll().as("rows"))
      .where("payer", "=", wallet.address.toLowerCase())
      .executeTakeFirstOrThrow()
    return {
      gas: 0n,
      usdc: 0n,
      faults: [
        ...(served > 0 ? [`${served} deposits with a wrong total bought an answer`] : []),
        ...(Number(rows) > 0 ? [`${String(rows)} rows are left of refused deposits`] : []),
      ],
    }
  },
}
