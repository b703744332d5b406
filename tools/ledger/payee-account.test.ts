import { createClient, erc20Abi, parseTransaction } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { readContract } from "viem/actions"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createPayeeAccount } from "./payee-account"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { usdc } from "@/lib/domain/usdc"
import type { Sale } from "./sales"
import { sandboxUsdcAbi } from "@/lib/sandbox/chain/contracts"
import { type SandboxChain, startSandboxChain } from "@/tools/sandbox/chain/sandbox-chain"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"

const sale: Sale = {
  id: "one",
  settledAtMs: 0,
  endpoint: "signal",
  resource: "GET /api/signal/BTC",
  payer: `0x${"5".repeat(40)}`,
  payTo: `0x${"ab".repeat(20)}`,
  amount: usdc(50_000n),
  lost: usdc(0n),
  transaction: `0x${"2".repeat(64)}`,
  blockNumber: 1,
}

let chain: SandboxChain
beforeAll(async () => {
  chain = await startSandboxChain()
})
afterAll(() => chain.stop())

test("a refund is paid once when its bytes are sent repeatedly; another with the same nonce is rejected", async () => {
  const key = privateKeyToAccount(chain.settlerPrivateKey)
  const sandbox = sandboxClient(chain.rpcUrl)
  const faucet = privateKeyToAccount(chain.faucetPrivateKey)
  const mint = { address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "mint" } as const
  const minted = await sandbox.writeContract({ ...mint, args: [key.address, 200_000n], account: faucet, chain: null })
  await sandbox.waitForTransactionReceipt({ hash: minted })

  const client = createClient({ transport: rpcTransport({ url: chain.rpcUrl, timeoutMs: 5_000 }) })
  const payee = createPayeeAccount(client, { account: key, chainId: 8453, usdc: chain.usdcAddress })
  const balance = () =>
    readContract(client, { address: chain.usdcAddress, abi: erc20Abi, functionName: "balanceOf", args: [sale.payer] })

  const [first, rival] = [await payee.sign(sale), await payee.sign({ ...sale, amount: usdc(1n) })]
  expect([rival.nonce, await payee.statusOf(first.transaction)]).toEqual([first.nonce, null])
  expect([await payee.send(first), await payee.statusOf(first.transaction)]).toEqual(["success", "success"])
  expect(await payee.minedCount()).toBe(first.nonce + 1)
  await expect(payee.send(first)).rejects.toThrow(/nonce/i)
  await expect(payee.send(rival)).rejects.toThrow(/nonce/i)
  expect([await payee.statusOf(rival.transaction), await balance()]).toEqual([null, 50_000n])
})

test("an unmined refund is replaced with the same nonce and an eighth more fee", async () => {
  const key = privateKeyToAccount(chain.settlerPrivateKey)
  const sandbox = sandboxClient(chain.rpcUrl)
  const client = createClient({ transport: rpcTransport({ url: chain.rpcUrl, timeoutMs: 5_000 }) })
  const payee = createPayeeAccount(client, { account: key, chainId: 8453, usdc: chain.usdcAddress })
  const first = await payee.sign(sale)
  await sandbox.setAutomine(false)
  await sandbox.sendRawTransaction({ serializedTransaction: first.raw })
  const second = await payee.sign(sale, { former: first })
  const [low, high] = [parseTransaction(first.raw), parseTransaction(second.raw)]
  expect([second.nonce, high.to, high.data]).toEqual([first.nonce, low.to, low.data])
  expect((high.maxFeePerGas ?? 0n) * 8n).toBeGreaterThanOrEqual((low.maxFeePerGas ?? 0n) * 9n)
  const sending = payee.send(second)
  const isThere = () => sandbox.getTransaction({ hash: second.transaction }).then(Boolean, () => false)
  await expect.poll(isThere).toBe(true)
  await sandbox.mine({ blocks: 1 })
  expect([await sending, await payee.statusOf(first.transaction)]).toEqual(["success", null])
})
