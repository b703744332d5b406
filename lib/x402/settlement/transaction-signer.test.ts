import { parseTransaction } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { expect, test } from "vitest"
import { aggregate, MULTICALL3 } from "@/lib/x402/chain/multicall"
import { anchorIn } from "@/lib/x402/chain/record-anchor"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { payable } from "@/tools/testing/ledger/fixtures"
import { createTransactionSigner } from "./transaction-signer"

const account = privateKeyToAccount(generatePrivateKey())

/** A signer on a node whose answers a test sets. */
function openSigner() {
  const node = {
    nonce: 5,
    gasPrice: 100n,
    nowMs: 0,
    isDown: false,
    asked: { nonce: 0, gasPrice: 0 },
    anchor: null as RecordAnchor | null,
  }
  const answer = <T>(value: T) => (node.isDown ? Promise.reject(new Error("down")) : Promise.resolve(value))
  const signer = createTransactionSigner({
    chain: {
      nextNonce: () => {
        node.asked.nonce += 1
        return answer(node.nonce)
      },
      gasPrice: () => {
        node.asked.gasPrice += 1
        return answer(node.gasPrice)
      },
      settlementCall: () => ({ to: MULTICALL3, data: aggregate([[account.address, "0x"]]) }),
    },
    account,
    chainId: 8453,
    clock: () => node.nowMs,
    maxFeePerGas: 10_000_000n,
    anchor: async () => node.anchor,
  })
  const nonce = async () => (await signer.sign([], 21_000n)).nonce
  return { node, signer, nonce }
}

test("nonces rise by one, and the node is asked once", async () => {
  const { node, nonce } = openSigner()
  expect([await nonce(), await nonce(), await nonce()]).toEqual([5, 6, 7])
  expect(node.asked.nonce).toBe(1)
})

test("concurrent signatures take different nonces", async () => {
  const { nonce } = openSigner()
  expect(new Set(await Promise.all([nonce(), nonce(), nonce()]))).toEqual(new Set([5, 6, 7]))
})

test("a released nonce is used next, then the nonces after the held ones", async () => {
  const { signer, nonce } = openSigner()
  for (const expected of [5, 6, 7]) expect(await nonce()).toBe(expected)
  signer.giveBack(6)
  expect([await nonce(), await nonce()], "the node knows none of them").toEqual([6, 8])
})

test("a failed signature holds no nonce, and a held nonce is not used again while the node lags", async () => {
  const { node, signer, nonce } = openSigner()
  await nonce()
  signer.giveBack(6)
  node.isDown = true
  await expect(nonce()).rejects.toThrow("down")
  node.isDown = false
  expect(await nonce(), "the node still counts 5").toBe(6)
})

test("the nonces of an earlier process are not used again", async () => {
  const { signer, nonce } = openSigner()
  signer.hold(5)
  signer.hold(6)
  expect(await nonce()).toBe(7)
})

test("a used nonce is not used again, even when the node lags", async () => {
  const { signer, nonce } = openSigner()
  await nonce()
  signer.spent(5)
  signer.giveBack(6)
  expect(await nonce()).toBe(6)
})

test("the fee cap is twice the gas price plus the tip, and the gas price is read every ten seconds", async () => {
  const { node, signer } = openSigner()
  const feeOf = async () => (await signer.sign([], 21_000n)).maxFeePerGas
  expect(await feeOf()).toBe(1_000_200n)
  node.gasPrice = 200n
  node.nowMs = 9_999
  expect(await feeOf()).toBe(1_000_200n)
  node.nowMs = 10_000
  expect(await feeOf()).toBe(1_000_400n)
  node.gasPrice = 300n
  node.nowMs = 0
  expect(await feeOf(), "by a clock that is set back").toBe(1_000_600n)
})

test("while the gas price is within the ceiling a transaction is signed, with at most the ceiling", async () => {
  const { node, signer } = openSigner()
  node.gasPrice = 9_000_000n
  expect((await signer.sign([], 21_000n)).maxFeePerGas).toBe(10_000_000n)
})

test("a gas price above the ceiling uses no nonce", async () => {
  const { node, nonce } = openSigner()
  node.gasPrice = 10_000_000n
  await expect(nonce()).rejects.toMatchObject({ cause: { message: expect.stringMatching(/above the ceiling/) } })
  expect(node.asked.nonce).toBe(0)
})

test("a replacement keeps the nonce and gas limit, and pays an eighth more or the current gas price", async () => {
  const { node, signer, nonce } = openSigner()
  const stuck = await signer.sign([], 77_000n)
  const first = await signer.replace(stuck, [payable(1)], 60_000n)
  expect(parseTransaction(first.raw)).toMatchObject({ nonce: 5, gas: 77_000n, maxPriorityFeePerGas: 1_125_000n })
  expect(first.maxFeePerGas).toBe(1_125_225n)
  node.gasPrice = 4_000_000n
  node.nowMs = 10_000
  expect((await signer.replace(first, [payable(1)], 60_000n)).maxFeePerGas).toBe(9_000_000n)
  expect(await nonce(), "it holds no nonce of its own").toBe(6)
})

test("no replacement costs more than the ceiling", async () => {
  const { node, signer } = openSigner()
  node.gasPrice = 4_400_000n
  const stuck = await signer.sign([], 21_000n)
  const last = await signer.replace(stuck, [payable(1)], 60_000n).catch((cause: unknown) => cause)
  expect(last).toMatchObject({ cause: { message: expect.stringMatching(/above the ceiling/) } })
  expect(
    (await signer.replace(stuck, [], 60_000n)).maxFeePerGas,
    "an empty replacement is signed up to the ceiling",
  ).toBe(9_800_000n)
})

test("an empty replacement has only the gas limit that it needs", async () => {
  const { signer } = openSigner()
  const stuck = await signer.sign([], 18_000_000n)
  expect(parseTransaction((await signer.replace(stuck, [], 60_000n)).raw)).toMatchObject({ nonce: 5, gas: 60_000n })
})

test("a nonce is the first while none below it is held", async () => {
  const { signer, nonce } = openSigner()
  await nonce()
  await nonce()
  expect([signer.isFirst(5), signer.isFirst(6)]).toEqual([true, false])
  signer.spent(5)
  expect(signer.isFirst(6)).toBe(true)
})

test("the raw transaction matches its record", async () => {
  const { signer } = openSigner()
  const { raw, nonce, maxFeePerGas, signer: sender } = await signer.sign([], 77_000n)
  expect(parseTransaction(raw)).toMatchObject({ chainId: 8453, nonce, maxFeePerGas, gas: 77_000n })
  expect(sender).toBe(account.address)
})

test("a visible nonce gap is filled, even when another node counted more before", async () => {
  const { node, signer, nonce } = openSigner()
  signer.hold(6)
  node.nonce = 7
  expect(await nonce(), "one node counts a transaction that another has not seen").toBe(7)
  node.nonce = 5
  expect(await signer.isGapBelow(6)).toBe(true)
  expect([await nonce(), await nonce()]).toEqual([5, 8])
})

test("a transaction with an anchor has gas for it, and its replacement has the same anchor unless it is empty", async () => {
  const { node, signer } = openSigner()
  const anchor = { link: "00".repeat(32), head: "ab".repeat(32) }
  node.anchor = anchor
  const first = await signer.sign([payable(1)], 60_000n)
  node.anchor = { ...anchor, head: "cd".repeat(32) }
  const second = await signer.replace(first, [payable(1)], 60_000n)
  const empty = await signer.replace(second, [], 60_000n)
  const anchors = [first, second, empty].map(({ raw }) => anchorIn(parseTransaction(raw).data ?? "0x"))
  expect(anchors).toEqual([anchor, anchor, null])
  expect([first, second, empty].map((transaction) => transaction.anchor ?? null)).toEqual(anchors)
  expect(parseTransaction(first.raw).gas).toBe(63_000n)
})
