import { encodeFunctionData, erc20Abi, serializeErc6492Signature } from "viem"
import { type PrivateKeyAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { MULTICALL3, multicall3Abi } from "@/lib/x402/chain/multicall"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { decodePayload } from "@/lib/x402/wire/decode"
import { type Offer, resourceOf } from "@/lib/x402/wire/requirements"
import { asAuthorization, type TransferProof, transferProofText } from "@/lib/x402/wire/transfer-proof"
import { btc, digestOf, eth, newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import {
  newGasGuard,
  authorizeNow,
  openLedger,
  openPaymentSetup,
  openSettler,
  type PaymentSetup,
  usdcChainAt,
} from "@/tools/testing/payments/payment-setup"
import { deployWallet } from "@/tools/testing/payments/deploy-wallet"
import { preconfirmingNode } from "@/tools/testing/payments/preconfirming-node"
import { createGate, type Gate } from "./gate"

let setup: PaymentSetup
let ledger: Ledger
let served = 0
let skippedMs = 0

beforeAll(async () => {
  setup = await openPaymentSetup()
  ledger = await openLedger()
})
afterAll(() => setup.stop())

const open = (confirmations = 1, chain = setup.usdcChain): Gate =>
  createGate({
    pauseOf: () => null,
    ledger,
    chain,
    settler: openSettler(setup, ledger),
    terms,
    payerDigest: digestOf,
    guard: newGasGuard(chain),
    clock: () => Date.now() + skippedMs,
    sleep: timerSleep,
    resendWindowMs: 900_000,
    confirmations,
    paysGas: true,
  })

const produce = () => {
  served += 1
  return Promise.resolve({ body: `{"serial":${served}}`, etag: null })
}

async function fundedPayer(): Promise<PrivateKeyAccount> {
  const payer = newPayer()
  await setup.mint(payer.address)
  await setup.client.setBalance({ address: payer.address, value: 10n ** 18n })
  return payer
}

async function transfer(payer: PrivateKeyAccount, value: bigint = PRICE, to = terms.payTo): Promise<`0x${string}`> {
  const call = { account: payer, address: terms.asset, abi: erc20Abi, functionName: "transfer" } as const
  const hash = await setup.client.writeContract({ ...call, args: [to, value] })
  await setup.client.waitForTransactionReceipt({ hash })
  return hash
}

/** One transaction with several transfers to the payee. */
async function transfers(payer: PrivateKeyAccount, values: readonly bigint[]): Promise<`0x${string}`> {
  const { client } = setup
  const token = { address: terms.asset, abi: erc20Abi } as const
  const approved = { account: payer, ...token, functionName: "approve", args: [MULTICALL3, 10n ** 12n] } as const
  await client.waitForTransactionReceipt({ hash: await client.writeContract(approved) })
  const calls = values.map((value) => ({
    target: terms.asset,
    allowFailure: false,
    callData: encodeFunctionData({
      abi: erc20Abi,
      functionName: "transferFrom",
      args: [payer.address, terms.payTo, value],
    }),
  }))
  const batch = { address: MULTICALL3, abi: multicall3Abi, functionName: "aggregate3", args: [calls] } as const
  const hash = await client.writeContract({ account: payer, ...batch })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

type ProofChanges = {
  readonly offer?: Offer
  readonly issuedAtS?: number
  readonly signer?: PrivateKeyAccount
  readonly index?: number
}

async function proofOf(
  payer: PrivateKeyAccount,
  transaction: `0x${string}`,
  changes: ProofChanges = {},
): Promise<TransferProof> {
  const { offer = btc, issuedAtS = Math.floor((Date.now() + skippedMs) / 1000), signer = payer, index } = changes
  const facts = { transaction, ...(index !== undefined && { index }), issuedAtS }
  const signature = await signer.signMessage({ message: transferProofText(terms, offer, facts) })
  return {
    ...facts,
    network: terms.network,
    payer: `0x${payer.address.slice(2).toLowerCase()}`,
    signature,
  }
}

describe("a transfer that the payer sent itself", () => {
  test("buys once, and the same proof gets the same bytes again", async () => {
    const payer = await fundedPayer()
    const hash = await transfer(payer)
    const proof = await proofOf(payer, hash)
    const first = await open().redeem(proof, btc, produce)
    expect(first).toMatchObject({ kind: "delivered", transaction: hash, payer: proof.payer, redelivered: false })
    const again = await open().redeem(proof, btc, produce)
    expect(again).toEqual({ ...first, redelivered: true })
  })

  test("is used up by a purchase: another resource and a newer proof are refused", async () => {
    const payer = await fundedPayer()
    const hash = await transfer(payer)
    expect((await open().redeem(await proofOf(payer, hash), btc, produce)).kind).toBe("delivered")
    const before = served
    const other = await open().redeem(await proofOf(payer, hash, { offer: eth }), eth, produce)
    expect(other).toMatchObject({ kind: "refused", reason: "payment_already_used" })
    const newer = await open().redeem(
      await proofOf(payer, hash, { issuedAtS: 1 + Math.floor(Date.now() / 1000) }),
      btc,
      produce,
    )
    expect(newer).toMatchObject({ kind: "delivered", redelivered: true })
    expect(served).toBe(before)
  })

  test("in a transaction with others buys one answer for each transfer", async () => {
    const payer = await fundedPayer()
    await setup.mint(payer.address, payer.address)
    const hash = await transfers(payer, [PRICE, PRICE])
    const before = served
    const unnamed = await open().redeem(await proofOf(payer, hash), btc, produce)
    expect(unnamed).toMatchObject({ kind: "refused", reason: "transfer_index_required" })
    const first = await open().redeem(await proofOf(payer, hash, { index: 0 }), btc, produce)
    const second = await open().redeem(await proofOf(payer, hash, { index: 1, offer: eth }), eth, produce)
    expect([first, second]).toMatchObject([
      { kind: "delivered", transaction: hash, redelivered: false },
      { kind: "delivered", transaction: hash, redelivered: false },
    ])
    const again = await open().redeem(await proofOf(payer, hash, { index: 0, offer: eth }), eth, produce)
    expect(again).toMatchObject({ kind: "refused", reason: "payment_already_used" })
    const third = await open().redeem(await proofOf(payer, hash, { index: 2 }), btc, produce)
    expect(third).toMatchObject({ kind: "refused", reason: "transfer_mismatch" })
    expect(served).toBe(before + 2)
  })

  test("in a transaction that an earlier version sold as a whole is refused by index", async () => {
    const payer = await fundedPayer()
    await setup.mint(payer.address, payer.address)
    const hash = await transfers(payer, [PRICE, PRICE])
    const whole = asAuthorization(await proofOf(payer, hash), PRICE, terms.payTo)
    const old = {
      network: terms.network,
      asset: terms.asset,
      resource: resourceOf(btc),
      endpoint: "quote",
      authorization: whole,
    }
    expect((await ledger.claim(old, Date.now())).kind).toBe("claimed")
    const before = served
    const outcome = await open().redeem(await proofOf(payer, hash, { index: 0, offer: eth }), eth, produce)
    expect(outcome).toMatchObject({ kind: "refused", reason: "payment_already_used" })
    expect(served).toBe(before)
  })

  test("alone in its transaction is refused with an index, because it has one id", async () => {
    const payer = await fundedPayer()
    const hash = await transfer(payer)
    const named = await open().redeem(await proofOf(payer, hash, { index: 0 }), btc, produce)
    expect(named).toMatchObject({ kind: "refused", reason: "transfer_mismatch" })
    expect((await open().redeem(await proofOf(payer, hash), btc, produce)).kind).toBe("delivered")
  })

  test("is pending while it is only preconfirmed, and buys when its block is sealed", async () => {
    const payer = await fundedPayer()
    const node = await preconfirmingNode(setup.chain)
    const proof = await proofOf(payer, await transfer(payer))
    const early = await open(1, node.usdcChain).redeem(proof, btc, produce)
    expect(early).toMatchObject({ kind: "pending", transaction: proof.transaction })
    node.seal()
    expect((await open(1, node.usdcChain).redeem(proof, btc, produce)).kind).toBe("delivered")
  })

  test("is pending while the node does not answer", async () => {
    const payer = await fundedPayer()
    const proof = await proofOf(payer, await transfer(payer))
    const down = usdcChainAt(setup.chain, "http://127.0.0.1:1")
    const { transaction } = proof
    expect(await open(1, down).redeem(proof, btc, produce)).toMatchObject({ kind: "pending", transaction })
    expect((await open().redeem(proof, btc, produce)).kind).toBe("delivered")
  })

  test("by a smart wallet (ERC-1271) is proved by its owner's signature, wrapped (ERC-6492) or not", async () => {
    const owner = await fundedPayer()
    const wallet = await deployWallet(setup.client, owner, owner.address)
    const otherPayer = newPayer()
    for (const isWrapped of [false, true]) {
      await setup.mint(wallet)
      await setup.client.setBalance({ address: wallet, value: 10n ** 18n })
      await setup.client.impersonateAccount({ address: wallet })
      const call = { account: wallet, address: terms.asset, abi: erc20Abi, functionName: "transfer" } as const
      const hash = await setup.client.writeContract({ ...call, args: [terms.payTo, PRICE] })
      await setup.client.waitForTransactionReceipt({ hash })
      const by = async (signer: PrivateKeyAccount) => {
        const { signature, issuedAtS, ...rest } = await proofOf(owner, hash, { signer })
        const wrapped = serializeErc6492Signature({ address: otherPayer.address, data: "0x01", signature })
        const proof = { ...rest, payer: wallet, issuedAt: issuedAtS, signature: isWrapped ? wrapped : signature }
        const decoded = decodePayload({ scheme: "transfer", network: terms.network, payload: proof })
        if (decoded.kind !== "transfer") throw new Error("Expected a transfer proof.")
        return decoded.proof
      }
      const forged = await open().redeem(await by(otherPayer), btc, produce)
      expect(forged).toMatchObject({ kind: "refused", reason: "invalid_transfer_signature" })
      const outcome = await open().redeem(await by(owner), btc, produce)
      expect(outcome).toMatchObject({ kind: "delivered", transaction: hash, payer: wallet, redelivered: false })
    }
  })

  test("is presented in 50 concurrent copies, and one answer is computed", async () => {
    const payer = await fundedPayer()
    const proof = await proofOf(payer, await transfer(payer))
    const before = served
    const gate = open()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => gate.redeem(proof, btc, produce)))
    const bodies = new Set(outcomes.map((one) => (one.kind === "delivered" ? one.answer.body : one.kind)))
    expect([bodies.size, served - before]).toEqual([1, 1])
  })

  test("is refused for its hash without the payer's signature", async () => {
    const [payer, thief] = [await fundedPayer(), newPayer()]
    const hash = await transfer(payer)
    const forged = await open().redeem(await proofOf(payer, hash, { signer: thief }), btc, produce)
    expect(forged).toMatchObject({ kind: "refused", reason: "invalid_transfer_signature" })
    const own = await open().redeem(await proofOf(thief, hash), btc, produce)
    expect(own).toMatchObject({ kind: "refused", reason: "transfer_mismatch" })
    expect((await open().redeem(await proofOf(payer, hash), btc, produce)).kind, "the payer's own proof buys").toBe(
      "delivered",
    )
  })

  test.each([
    ["another resource", { offer: eth }],
    ["another time", { issuedAtS: 1_700_000_000 }],
  ])("is refused with a signature over %s", async (_, changes) => {
    const payer = await fundedPayer()
    const proof = await proofOf(payer, await transfer(payer), changes)
    const outcome = await open().redeem({ ...proof, issuedAtS: Math.floor(Date.now() / 1000) }, btc, produce)
    expect(outcome).toMatchObject({ kind: "refused", reason: "invalid_transfer_signature" })
  })

  test("below the price, or to another payee, is refused", async () => {
    const [underpaid, astray] = [await fundedPayer(), await fundedPayer()]
    const otherPayer = newPayer().address
    for (const [payer, hash] of [
      [underpaid, await transfer(underpaid, PRICE - 1n)],
      [astray, await transfer(astray, PRICE, otherPayer)],
    ] as const) {
      const outcome = await open().redeem(await proofOf(payer, hash), btc, produce)
      expect(outcome).toMatchObject({ kind: "refused", reason: "transfer_mismatch" })
    }
  })

  test("is refused when it settled an authorization that was already sold", async () => {
    const payer = await fundedPayer()
    const presented = await authorizeNow(payer)
    const bought = await open().pay(
      {
        dialect: "v2",
        scheme: "exact",
        network: terms.network,
        accepted: null,
        resourceUrl: null,
        identifier: null,
        authorization: presented,
      },
      btc,
      produce,
    )
    if (bought.kind !== "delivered") throw new Error(`Expected to buy, got ${bought.kind}.`)
    const outcome = await open().redeem(await proofOf(payer, bought.transaction), btc, produce)
    expect(outcome).toMatchObject({ kind: "refused", reason: "transfer_mismatch" })
  })

  test("that is unmined or lacks confirmations is pending, and buys later", async () => {
    const payer = await fundedPayer()
    const unseen = await open().redeem(await proofOf(payer, `0x${"ab".repeat(32)}`), btc, produce)
    expect(unseen.kind).toBe("pending")
    const proof = await proofOf(payer, await transfer(payer))
    expect((await open(3).redeem(proof, btc, produce)).kind).toBe("pending")
    await setup.client.mine({ blocks: 2 })
    expect((await open(3).redeem(proof, btc, produce)).kind).toBe("delivered")
  })

  test("with a hash that no node knows after two minutes is refused", async () => {
    const proof = await proofOf(newPayer(), `0x${"cd".repeat(32)}`, { issuedAtS: Math.floor(Date.now() / 1000) - 200 })
    expect(await open().redeem(proof, btc, produce)).toMatchObject({ kind: "refused", reason: "transfer_not_found" })
  })

  test("that is too old, or has an old or future proof, is refused", async () => {
    const payer = await fundedPayer()
    const hash = await transfer(payer)
    const nowS = Math.floor(Date.now() / 1000)
    for (const issuedAtS of [nowS - 1_000, nowS + 1_000]) {
      const outcome = await open().redeem(await proofOf(payer, hash, { issuedAtS }), btc, produce)
      expect(outcome).toMatchObject({ kind: "refused", reason: "transfer_too_old" })
    }
    skippedMs = 1_000_000
    const late = await open().redeem(await proofOf(payer, hash), btc, produce)
    skippedMs = 0
    expect(late).toMatchObject({ kind: "refused", reason: "transfer_too_old" })
  })

  test("that was presented in time but not served is accepted later", async () => {
    const payer = await fundedPayer()
    const proof = await proofOf(payer, await transfer(payer))
    const failed = await open().redeem(proof, btc, () => Promise.reject(new Error("feeds are down")))
    expect(failed, "the money has arrived").toMatchObject({ kind: "pending", transaction: proof.transaction })
    skippedMs = 1_000_000
    const later = await open().redeem(proof, btc, produce)
    skippedMs = 0
    expect(later.kind).toBe("delivered")
  })
})
