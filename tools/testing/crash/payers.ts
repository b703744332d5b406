import { encodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { lowerHex } from "@/lib/domain/lower-hex"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { type Authorization, type Payment, paymentId } from "@/lib/x402/ledger/payment"
import { asAuthorization, transferProofText } from "@/lib/x402/wire/transfer-proof"
import testWalletFactory from "@/tools/sandbox/chain/artifacts/TestWalletFactory.json"
import { deployWallet } from "@/tools/testing/payments/deploy-wallet"
import { base64, btc, newPayer, payloadV2, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { authorizeNow, type PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { byChannel, byWithdrawingChannel, byWrongTotal, PURCHASES } from "./channel-payers"
import type { Proof } from "./proof"
import type { PayerObservation } from "./start-server"

/** Payers with one valid proof each, of the payment methods in turn, and their observations so far. */
export type Payers = {
  readonly proofs: readonly Proof[]
  readonly observations: PayerObservation[]
  /** The balance of the payee before the first payment. */
  readonly incomeBefore: bigint
}

const paymentMethods = [
  singleProof(byAuthorization),
  singleProof(byTransfer),
  singleProof(byWallet),
  singleProof(withUndeployedWallet),
  byChannel,
  byWithdrawingChannel,
  byWrongTotal,
] as const

/** A way to pay by which a payer buys once. */
function singleProof(way: (setup: PaymentSetup, payer: PrivateKeyAccount) => Promise<Proof>) {
  return async (setup: PaymentSetup, payer: PrivateKeyAccount): Promise<readonly Proof[]> => [await way(setup, payer)]
}

/** With this many payers, each way to pay has one payer. */
export const PAYMENT_METHOD_COUNT = paymentMethods.length

export async function createPayers(setup: PaymentSetup, size: number): Promise<Payers> {
  const payers = Array.from({ length: size }, () => newPayer())
  // One after another, because all are sent by one account.
  await setup.mint(...payers.flatMap(({ address }) => Array.from({ length: PURCHASES }, () => address)))
  for (const { address } of payers) await setup.client.setBalance({ address, value: 10n ** 18n })
  const incomeBefore = await setup.balanceOf(terms.payTo)
  const proofs = await Promise.all(
    payers.map((payer, index) =>
      (paymentMethods[index % paymentMethods.length] ?? singleProof(byAuthorization))(setup, payer),
    ),
  )
  return { proofs: proofs.flat(), observations: [], incomeBefore }
}

async function byAuthorization(setup: PaymentSetup, payer: PrivateKeyAccount): Promise<Proof> {
  return signed(setup, await authorizeNow(payer))
}

/** A smart wallet of the payer's, which holds the price. */
async function byWallet(setup: PaymentSetup, payer: PrivateKeyAccount): Promise<Proof> {
  const from = await deployWallet(setup.client, payer, payer.address)
  await sendPrice(setup, payer, from)
  return signed(setup, await authorizeNow(payer, { from }))
}

const walletFactoryAbi = parseAbi([
  "function createAccount(address owner) returns (address)",
  "function getAddress(address owner) view returns (address)",
])

/** A wallet that its first payment deploys (ERC-6492). */
async function withUndeployedWallet(setup: PaymentSetup, payer: PrivateKeyAccount): Promise<Proof> {
  const { client } = setup
  const call = { abi: walletFactoryAbi, args: [payer.address] } as const
  const hash = await client.deployContract({ account: payer, abi: [], bytecode: testWalletFactory.bytecode as Hex })
  const { contractAddress: factory } = await client.waitForTransactionReceipt({ hash })
  if (!factory) throw new Error("The factory was not deployed.")
  const from = lowerHex(await client.readContract({ address: factory, functionName: "getAddress", ...call }))
  await sendPrice(setup, payer, from)
  const data = encodeFunctionData({ functionName: "createAccount", ...call })
  const authorization = await authorizeNow(payer, { from, deployment: { factory, data } })
  return { ...signed(setup, authorization), factories: [factory] }
}

/** The price, in a transfer of the payer's own. */
async function sendPrice({ client }: PaymentSetup, payer: PrivateKeyAccount, to: Hex): Promise<Hex> {
  const call = { account: payer, address: terms.asset, abi: erc20Abi, functionName: "transfer" } as const
  const hash = await client.writeContract({ ...call, args: [to, PRICE] })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

function signed({ usdcChain }: PaymentSetup, authorization: Authorization): Proof {
  const isPaid = async () => (await usdcChain.preflight(authorization)).used
  const id = paymentId({ ...terms, authorization })
  return { id, mayBeRefused: false, header: base64(payloadV2(authorization)), isPaid, factories: [] }
}

/** The payer sends the transfer itself, before the server starts. */
async function byTransfer(setup: PaymentSetup, payer: PrivateKeyAccount): Promise<Proof> {
  const transaction = await sendPrice(setup, payer, terms.payTo)
  const isPaid = async () => (await setup.usdcChain.receipt(transaction))?.status === "success"
  const issuedAtS = Math.floor(Date.now() / 1_000)
  const signature = await payer.signMessage({ message: transferProofText(terms, btc, { transaction, issuedAtS }) })
  const from = lowerHex(payer.address)
  const authorization = asAuthorization(
    { network: terms.network, transaction, payer: from, issuedAtS, signature },
    PRICE,
    terms.payTo,
  )
  const payload = { transaction, payer: from, issuedAt: issuedAtS, signature }
  return {
    id: paymentId({ ...terms, authorization }),
    mayBeRefused: false,
    header: base64({ scheme: "transfer", network: terms.network, payload }),
    isPaid,
    factories: [],
  }
}

/** The honest payers that have not received their answer. */
export function waitingIn({ proofs, observations }: Payers): readonly number[] {
  const isServed = (index: number) => observations.some((one) => one.index === index && one.kind === "delivered")
  return proofs.flatMap(({ isHostile = false }, index) => (isHostile || isServed(index) ? [] : [index]))
}

/** The attackers, who come to every process. */
export function hostileIn({ proofs }: Payers): readonly number[] {
  return proofs.flatMap(({ isHostile = false }, index) => (isHostile ? [index] : []))
}

/** The id of a sale by voucher. */
const CHARGE_ID = /^[^/]+\/(?<channel>0x[0-9a-f]{64})\/\d+$/

/** Differences between chain, ledger and payers, as sentences. */
export async function audit(setup: PaymentSetup, payers: Payers, ledger: Ledger): Promise<readonly string[]> {
  const { proofs, observations, incomeBefore } = payers
  const rows = await Promise.all(proofs.map(({ id }) => ledger.find(id)))
  const paid = await Promise.all(proofs.map(({ isPaid }) => isPaid()))
  const open = await ledger.pendingTransactions(setup.account.address)
  const income = (await setup.balanceOf(terms.payTo)) - incomeBefore
  // An attack may repeat the proof of an honest payer.
  const sales = new Set(
    proofs.flatMap(({ id, isHostile = false }, index) => (isHostile && rows[index]?.state !== "settled" ? [] : [id])),
  )
  const ofAttacks = await Promise.all(proofs.flatMap(({ faults }) => faults?.() ?? []))
  // One unit of each channel is never claimed.
  const channels = new Set([...sales].flatMap((id) => CHARGE_ID.exec(id)?.groups?.["channel"] ?? []))
  const expected = PRICE * BigInt(sales.size) - BigInt(channels.size)
  return [
    ...ofAttacks.flat(),
    ...proofs.flatMap((proof, index) =>
      faultsOf(index, observations, { row: rows[index] ?? null, paid: paid[index] ?? false, proof }),
    ),
    ...(income === expected ? [] : [`${income} units came in for ${sales.size} sales.`]),
    ...(open.length === 0 ? [] : [`${open.length} transactions are still open.`]),
  ]
}

/** Paid is delivered, once, in the same words, by the transaction that the ledger names. */
function faultsOf(
  index: number,
  observations: readonly PayerObservation[],
  { row, paid, proof }: { readonly row: Payment | null; readonly paid: boolean; readonly proof: Proof },
): string[] {
  const own = observations.filter((one) => one.index === index)
  const delivered = own.filter(({ kind }) => kind === "delivered")
  const bodies = new Set(delivered.map(({ body }) => body))
  const refused = own.filter(({ kind }) => kind === "refused")
  const isHostile = proof.isHostile ?? false
  const isExpected = !isHostile || delivered.length > 0
  return [
    ...(delivered.length === 0 && !isHostile
      ? [`Payer ${index} was never served: ${own.map(({ kind, reason }) => reason ?? kind).join(", ")}.`]
      : []),
    ...(paid || !isExpected ? [] : [`Payer ${index} did not pay.`]),
    ...(bodies.size > 1 ? [`Payer ${index} got different answers.`] : []),
    ...(refused.length > 0 && !proof.mayBeRefused ? [`Payer ${index}, whose proof is good, was refused.`] : []),
    ...(row?.state === "settled" || !isExpected ? [] : [`The row of payer ${index} is ${row?.state ?? "gone"}.`]),
    ...delivered
      .filter(({ body }) => body !== row?.answer?.body)
      .map(({ body }) => `Payer ${index} was given ${body}, and its row holds ${row?.answer?.body}.`),
    ...delivered
      .filter(({ transaction }) => transaction !== row?.transaction)
      .map(({ transaction }) => `Payer ${index} received ${transaction}, and its row names ${row?.transaction}.`),
  ]
}
