import { erc20Abi, type Hex } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { lowerHex } from "@/lib/domain/lower-hex"
import { usdc } from "@/lib/domain/usdc"
import type { Offer } from "@/lib/x402/wire/requirements"
import { type TransferProof, transferProofText } from "@/lib/x402/wire/transfer-proof"
import { openAttackedService } from "@/tools/testing/payments/attacked-service"
import { btc, eth, newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { authorizeNow, openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"

/*
 * Attacks with a transfer, which everybody can see on the chain, and their cost for the service. See also
 * attack.test.ts.
 */

/** Reads that find a transfer: its receipt, its block, and the depth of the block. */
const TRANSFER_READS = ["eth_getTransactionReceipt", "eth_getBlockByNumber", "eth_blockNumber"].toSorted()
const nowS = () => Math.floor(Date.now() / 1_000)

let setup: PaymentSetup
let payer: PrivateKeyAccount
let hash: Hex
let service: Awaited<ReturnType<typeof openAttackedService>>
let counts: (typeof service)["counts"]

beforeAll(async () => {
  setup = await openPaymentSetup()
}, 30_000)
afterAll(() => setup.stop())
beforeEach(async () => {
  payer = await fundedPayer()
  hash = await send(payer)
  service = await openAttackedService(setup)
  ;({ counts } = service)
})
afterEach(() => service.close())

async function fundedPayer(): Promise<PrivateKeyAccount> {
  const payer = newPayer()
  await setup.mint(payer.address)
  await setup.client.setBalance({ address: payer.address, value: 10n ** 18n })
  return payer
}

async function send(from: PrivateKeyAccount, to: Hex = terms.payTo): Promise<Hex> {
  const call = { account: from, address: terms.asset, abi: erc20Abi, functionName: "transfer" } as const
  const sent = await setup.client.writeContract({ ...call, args: [to, PRICE] })
  await setup.client.waitForTransactionReceipt({ hash: sent })
  return sent
}

type Signed = {
  readonly signer?: PrivateKeyAccount
  readonly transaction?: Hex
  readonly issuedAtS?: number
  readonly offer?: Offer
  /** Changes the text of the proof before the signature. */
  readonly over?: (text: string) => string
}

async function proofOf({
  signer = payer,
  transaction = hash,
  issuedAtS = nowS(),
  offer = btc,
  over = (text) => text,
}: Signed = {}): Promise<TransferProof> {
  const signature = await signer.signMessage({
    message: over(transferProofText(terms, offer, { transaction, issuedAtS })),
  })
  return { network: terms.network, transaction, payer: lowerHex(payer.address), issuedAtS, signature }
}

const show = (proof: TransferProof, offer: Offer = btc) => {
  return service.gate.redeem(proof, offer, () => {
    counts.produced += 1
    return Promise.resolve({ body: "{}", etag: null })
  })
}

const FORGED = "invalid_transfer_signature"

test.each([
  ["signed by another account", () => proofOf({ signer: newPayer() }), FORGED, ["eth_call"]],
  ["signed for another resource", () => proofOf({ offer: eth }), FORGED, ["eth_call"]],
  [
    "signed for another host",
    () => proofOf({ over: replaced(terms.origin, "https://evil.example") }),
    FORGED,
    ["eth_call"],
  ],
  ["signed for another method", () => proofOf({ over: replaced("GET ", "POST ") }), FORGED, ["eth_call"]],
  ["signed for another chain", () => proofOf({ over: replaced("eip155:8453", "eip155:1") }), FORGED, ["eth_call"]],
  ["signed for another transaction", otherHash, FORGED, ["eth_call"]],
  ["signed at another time", otherTime, FORGED, ["eth_call"]],
  ["presented for another network", otherNetwork, "invalid_exact_evm_network_mismatch", []],
  ["signed long ago", () => proofOf({ issuedAtS: nowS() - 1_000 }), "transfer_too_old", []],
  ["signed in the future", () => proofOf({ issuedAtS: nowS() + 1_000 }), "transfer_too_old", []],
  ["claimed by another account as its own", () => claimAs(newPayer()), "transfer_mismatch", TRANSFER_READS],
  ["to another payee", async () => proofOf(await elsewhere()), "transfer_mismatch", TRANSFER_READS],
  ["that no node knows after two minutes", unseen, "transfer_not_found", ["eth_getTransactionReceipt"]],
] as const)(
  "a proof of a transfer %s is refused, and the transfer stays valid for its payer",
  async (_, make, reason, asked) => {
    const proof = await make()
    counts.asked = []
    expect(await show(proof)).toMatchObject({ kind: "refused", reason })
    expect([counts.produced, counts.asked.toSorted()]).toEqual([0, asked])
    expect(await show(await proofOf())).toMatchObject({ kind: "delivered", transaction: hash })
  },
)

describe("a transfer that has bought", () => {
  beforeEach(async () => {
    expect(await show(await proofOf())).toMatchObject({ kind: "delivered" })
    counts.asked = []
  })

  test("is replayed 50 times with one answer and no request to the node", async () => {
    const proof = await proofOf()
    expect(await show(proof)).toMatchObject({ kind: "delivered", redelivered: true })
    counts.asked = []
    const replays = await Promise.all(Array.from({ length: 50 }, () => show(proof)))
    expect(new Set(replays.map(({ kind }) => kind))).toEqual(new Set(["delivered"]))
    expect(counts.produced).toBe(1)
  })

  test("is refused for another resource after one read of the node", async () => {
    const other = await show(await proofOf({ offer: eth }), eth)
    expect(other).toMatchObject({ kind: "refused", reason: "payment_already_used" })
    expect([counts.produced, counts.asked.toSorted()]).toEqual([1, TRANSFER_READS])
  })
})

test("a transfer below a resource's price is not used up and buys a cheaper resource", async () => {
  const dear: Offer = { ...eth, contract: { ...eth.contract, price: usdc(PRICE + 1n) } }
  expect(await show(await proofOf({ offer: dear }), dear)).toMatchObject({ reason: "transfer_mismatch" })
  expect(await show(await proofOf())).toMatchObject({ kind: "delivered", amount: PRICE })
})

test("when payer and others present one hash concurrently, only the payer is served", async () => {
  const proofs = [await proofOf({ signer: newPayer() }), await proofOf(), await claimAs(newPayer())]
  const outcomes = await Promise.all(proofs.map((proof) => show(proof)))
  expect(outcomes.map(({ kind }) => kind)).toEqual(["refused", "delivered", "refused"])
  expect(counts.produced).toBe(1)
})

test("the transaction of a settled authorization is refused as a transfer proof after one read of the node", async () => {
  const other = await fundedPayer()
  const outcome = await service.attempt(await authorizeNow(other))
  if (outcome.kind !== "delivered") throw new Error("The authorization was not taken.")
  counts.asked = []
  const proof = await proofOf({ signer: other, transaction: outcome.transaction })
  const shown = await show({ ...proof, payer: lowerHex(other.address) })
  expect(shown).toMatchObject({ kind: "refused", reason: "transfer_mismatch" })
  expect([counts.produced, counts.asked.toSorted()]).toEqual([1, TRANSFER_READS])
})

function replaced(from: string, to: string) {
  return (text: string) => text.replace(from, to)
}

async function otherHash(): Promise<TransferProof> {
  return { ...(await proofOf({ transaction: `0x${"cd".repeat(32)}` })), transaction: hash }
}

async function otherTime(): Promise<TransferProof> {
  return { ...(await proofOf({ issuedAtS: nowS() - 60 })), issuedAtS: nowS() }
}

async function otherNetwork(): Promise<TransferProof> {
  return { ...(await proofOf()), network: "eip155:1" }
}

async function claimAs(thief: PrivateKeyAccount): Promise<TransferProof> {
  return { ...(await proofOf({ signer: thief })), payer: lowerHex(thief.address) }
}

async function elsewhere(): Promise<Signed> {
  await setup.mint(payer.address)
  return { transaction: await send(payer, newPayer().address) }
}

function unseen(): Promise<TransferProof> {
  return proofOf({ transaction: `0x${"cd".repeat(32)}`, issuedAtS: nowS() - 200 })
}
