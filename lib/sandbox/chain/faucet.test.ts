import { type Address, parseEther } from "viem"
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { FaucetLimitError, SandboxChainError } from "./errors"
import { FAUCET_DRIP, type FaucetLimits, createFaucet } from "./faucet"
import { type SandboxChain, startSandboxChain } from "@/tools/sandbox/chain/sandbox-chain"
import { sandboxClient } from "./sandbox-client"

const HOUR_MS = 3_600_000

let chain: SandboxChain

beforeAll(async () => {
  chain = await startSandboxChain()
})

afterAll(() => chain.stop())

test("a drip gives 10 USDC and no ether", async () => {
  const wallet = newWallet()
  const drip = await faucetAt(0).drip(wallet)
  expect(drip).toMatchObject({ amount: FAUCET_DRIP, balance: 10_000_000n })
  expect(await gasOf(wallet)).toBe(0n)
  const receipt = await sandboxClient(chain.rpcUrl).getTransactionReceipt({ hash: drip.transaction })
  expect(receipt.status).toBe("success")
})

test("a drip with gas raises a wallet's balance to at most 0.01 ether", async () => {
  const wallet = newWallet()
  const faucet = faucetAt(0)
  await faucet.drip(wallet, { withGas: true })
  await faucet.drip(wallet, { withGas: true })
  expect(await gasOf(wallet)).toBe(parseEther("0.01"))
})

test("a drip that stays unmined is mined by the faucet", async () => {
  const client = sandboxClient(chain.rpcUrl)
  await client.setAutomine(false)
  try {
    expect((await faucetAt(0, 100).drip(newWallet())).balance).toBe(FAUCET_DRIP)
  } finally {
    await client.setAutomine(true)
  }
})

test("concurrent drips all succeed", async () => {
  const faucet = faucetAt(0)
  const wallets = Array.from({ length: 12 }, newWallet)
  const drips = await Promise.all(wallets.map((wallet) => faucet.drip(wallet)))
  expect(new Set(drips.map((drip) => drip.transaction)).size).toBe(12)
  expect(drips.every((drip) => drip.balance === FAUCET_DRIP)).toBe(true)
})

test("an address is refused above its drips per hour, and is served again an hour later", async () => {
  let nowMs = 1_000_000
  const faucet = faucetWith(() => nowMs, { dripsPerHour: 2 })
  const wallet = newWallet()
  await faucet.drip(wallet)
  nowMs += 60_000
  await faucet.drip(wallet.toLowerCase() as Address)
  const refusal: unknown = await faucet.drip(wallet).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FaucetLimitError)
  expect(refusal).toMatchObject({ code: "rate_limited", retryable: true, details: { retryAfterSeconds: 3_540 } })
  nowMs = 1_000_000 + HOUR_MS
  await expect(faucet.drip(wallet)).resolves.toMatchObject({ balance: 30_000_000n })
})

test("all addresses together are refused above the total per hour", async () => {
  const faucet = faucetWith(() => 0, { totalDripsPerHour: 2 })
  await faucet.drip(newWallet())
  await faucet.drip(newWallet())
  await expect(faucet.drip(newWallet())).rejects.toThrow(FaucetLimitError)
})

test("a drip above the maximum balance is refused and not counted", async () => {
  const faucet = faucetWith(() => 0, { maxBalance: usdc(15_000_000n), dripsPerHour: 2 })
  const wallet = newWallet()
  await faucet.drip(wallet)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(faucet.drip(wallet)).rejects.toThrow(/up to 15\.00 USDC; this one holds 10\.00/)
  }
})

test("while the chain does not answer, each drip fails with SandboxChainError", async () => {
  const options = { rpcUrl: "http://127.0.0.1:9", usdcAddress: chain.usdcAddress, clock: () => 0 }
  const faucet = createFaucet({ ...options, faucetPrivateKey: chain.faucetPrivateKey })
  for (const wallet of [newWallet(), newWallet()]) {
    await expect(faucet.drip(wallet)).rejects.toThrow(SandboxChainError)
  }
})

function faucetAt(nowMs: number, receiptTimeoutMs?: number) {
  return faucetWith(() => nowMs, {}, receiptTimeoutMs)
}

function faucetWith(clock: () => number, limits: Partial<FaucetLimits>, receiptTimeoutMs = 5_000) {
  const { rpcUrl, usdcAddress, faucetPrivateKey } = chain
  const wide = { maxBalance: usdc(100_000_000n), dripsPerHour: 10, totalDripsPerHour: 100 }
  return createFaucet({
    rpcUrl,
    usdcAddress,
    faucetPrivateKey,
    clock,
    limits: { ...wide, ...limits },
    receiptTimeoutMs,
  })
}

function newWallet(): Address {
  return privateKeyToAddress(generatePrivateKey())
}

function gasOf(address: Address): Promise<bigint> {
  return sandboxClient(chain.rpcUrl).getBalance({ address })
}
