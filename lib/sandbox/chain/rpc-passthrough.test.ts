import fc from "fast-check"
import { type Address, createPublicClient, custom, parseEther } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { type Anvil, startAnvil } from "@/tools/sandbox/chain/anvil"
import { createRpcPassthrough } from "./rpc-passthrough"
import { sandboxClient } from "./sandbox-client"

const payee: Address = "0x00000000000000000000000000000000000Fee01"
const Hash = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)])

let anvil: Anvil

beforeAll(async () => {
  anvil = await startAnvil()
})

afterAll(() => anvil.stop())

test("a wallet's reads are passed to the chain", async () => {
  const pass = createRpcPassthrough({ rpcUrl: anvil.rpcUrl })
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const reply = await pass({ jsonrpc: "2.0", id: 1, method, params })
    if (!("result" in reply)) throw new Error(JSON.stringify(reply))
    return reply.result
  }
  const client = createPublicClient({ transport: custom({ request }) })
  expect(await client.getChainId()).toBe(8453)
  expect(await client.getBlockNumber()).toBe(0n)
  expect(await client.getBalance({ address: payee })).toBe(0n)
  expect(await client.getLogs()).toEqual([])
  expect(await client.getFeeHistory({ blockCount: 4, rewardPercentiles: [50] })).toHaveProperty("baseFeePerGas")
})

test("methods that change the chain, reveal it or sign for others are refused", async () => {
  const pass = createRpcPassthrough({ rpcUrl: anvil.rpcUrl })
  const refused = [
    "anvil_setBalance",
    "hardhat_setCode",
    "evm_mine",
    "debug_traceCall",
    "eth_sendTransaction",
    "eth_sign",
  ]
  for (const method of [
    ...refused,
    "anvil_dumpState",
    "txpool_content",
    "eth_accounts",
    "constructor",
    "__proto__",
    "",
  ]) {
    const reply = await pass({ jsonrpc: "2.0", id: "a", method, params: [] })
    expect(reply, method).toMatchObject({ jsonrpc: "2.0", id: "a", error: { code: -32_601 } })
  }
  expect(await sandboxClient(anvil.rpcUrl).getBlockNumber()).toBe(0n)
})

test("a batch is answered in order, also with refused calls", async () => {
  const pass = createRpcPassthrough({ rpcUrl: anvil.rpcUrl })
  const replies = await pass([
    { jsonrpc: "2.0", id: 7, method: "eth_chainId" },
    { jsonrpc: "2.0", id: 8, method: "anvil_mine", params: ["0x1"] },
    "nonsense",
  ])
  expect(replies).toMatchObject([
    { id: 7, result: "0x2105" },
    { id: 8, error: { code: -32_601 } },
    { id: null, error: { code: -32_600 } },
  ])
})

test("an empty batch, a batch of 21 and an oversized request are refused without a call to the chain", async () => {
  const { pass, asked } = passOver(() => Response.json({ result: "0x1" }))
  const one = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }
  const large = { ...one, method: "eth_call", params: [{ data: `0x${"00".repeat(200_000)}` }] }
  for (const body of [[], Array.from({ length: 21 }, () => one), large]) {
    expect(await pass(body)).toMatchObject({ id: null, error: { code: -32_600 } })
  }
  expect(asked).toEqual([])
})

test("eth_getLogs and eth_feeHistory with too large ranges are refused", async () => {
  const { pass, asked } = passOver(() => Response.json({ result: "0x5000" }))
  const logs = (filter: object) => pass({ jsonrpc: "2.0", id: 1, method: "eth_getLogs", params: [filter] })
  expect(await logs({ fromBlock: "0x0", toBlock: "latest" })).toMatchObject({ error: { code: -32_602 } })
  expect(await logs({ fromBlock: "earliest" })).toMatchObject({ error: { code: -32_602 } })
  expect(await logs({ fromBlock: "soon" })).toMatchObject({ error: { code: -32_602 } })
  expect(asked.every((method) => method === "eth_blockNumber")).toBe(true)
  expect(await logs({ fromBlock: "0x4fff" })).toMatchObject({ result: "0x5000" })
  const fees = (count: unknown) =>
    pass({ jsonrpc: "2.0", id: 1, method: "eth_feeHistory", params: [count, "latest", []] })
  expect(await fees("0xffff")).toMatchObject({ error: { code: -32_602 } })
  expect(await fees("many")).toMatchObject({ error: { code: -32_602 } })
})

test("a chain fault is a JSON-RPC error, and the chain's own errors are passed unchanged", async () => {
  const request = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [] }
  const faults = [
    () => Promise.reject(new TypeError("fetch failed")),
    () => new Response("<html>", { status: 502 }),
    () => new Response("{}".padEnd(4_000_001)),
    () => Response.json([]),
  ]
  for (const fault of faults) {
    expect(await passOver(fault).pass(request)).toMatchObject({ id: 1, error: { code: -32_603 } })
  }
  const reverted = { code: 3, message: "execution reverted", data: "0x08c379a0" }
  const { pass } = passOver(() => Response.json({ jsonrpc: "2.0", id: 1, error: reverted }))
  expect(await pass(request)).toEqual({ jsonrpc: "2.0", id: 1, error: reverted })
})

test("any body gets a JSON-RPC reply", async () => {
  const { pass } = passOver(() => Response.json({ result: null }))
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (body) => {
      const replies = [await pass(body)].flat()
      expect(replies.every((reply) => reply.jsonrpc === "2.0")).toBe(true)
    }),
    { numRuns: 100 },
  )
  expect(await pass(undefined)).toMatchObject({ error: { code: -32_600 } })
})

test("a transaction that a wallet signed reaches the chain", async () => {
  const pass = createRpcPassthrough({ rpcUrl: anvil.rpcUrl })
  const client = sandboxClient(anvil.rpcUrl)
  const account = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: account.address, value: parseEther("0.01") })
  const fees = { gas: 21_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n }
  const params = [await account.signTransaction({ chainId: 8453, nonce: 0, to: payee, value: 5n, ...fees })]
  const reply = await pass({ jsonrpc: "2.0", id: 1, method: "eth_sendRawTransaction", params })
  await client.waitForTransactionReceipt({ hash: z.object({ result: Hash }).parse(reply).result })
  expect(await client.getBalance({ address: payee })).toBe(5n)
})

function passOver(answer: () => Response | Promise<Response>) {
  const asked: string[] = []
  const fetch = async (_url: unknown, init?: RequestInit) => {
    asked.push(/\\"method\\":\\"(\w+)\\"/.exec(JSON.stringify(init))?.[1] ?? "")
    return answer()
  }
  return { pass: createRpcPassthrough({ rpcUrl: "http://127.0.0.1:9", fetch }), asked }
}
