import { beforeEach, expect, test } from "vitest"
import { createRpcFailover, type RpcCall } from "./rpc-failover"

const HASH = `0x${"ab".repeat(32)}`
const receiptIn = (blockHash: string) => ({ transactionHash: HASH, blockHash, status: "0x1", logs: [] })

/** A node whose answers a test sets. */
function nodeAt(host: string) {
  const node = {
    host,
    isDown: false,
    headS: 1_000,
    headNumber: 100,
    blockHash: "0xgood",
    receipt: null as unknown,
    error: null as Error | null,
    asked: [] as string[],
    async request({ method, params }: RpcCall): Promise<unknown> {
      node.asked.push(method)
      if (node.isDown) throw new Error("down")
      if (node.error !== null && method === "eth_call") throw node.error
      if (method === "eth_getBlockByNumber") {
        return (params as [string])[0] === "latest"
          ? { number: `0x${node.headNumber.toString(16)}`, timestamp: `0x${node.headS.toString(16)}` }
          : { hash: node.blockHash }
      }
      if (method === "eth_getTransactionReceipt" || method === "eth_sendRawTransactionSync") return node.receipt
      return host
    },
  }
  return node
}

let nowMs: number
let log: string[]
beforeEach(() => {
  nowMs = 1_000_000
  log = []
})

function open(...nodes: readonly ReturnType<typeof nodeAt>[]) {
  const request = createRpcFailover({
    nodes,
    clock: () => nowMs,
    log: (event, { host = "", why = "" }) => void log.push(`${event} ${String(host)} ${String(why)}`.trim()),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const call = async () => {
    const answer = await request({ method: "eth_call" })
    await settled()
    return answer
  }
  return { call, receipt: () => request({ method: "eth_getTransactionReceipt", params: [HASH] }), settled }
}

/** The time of the next comparison. */
const later = () => (nowMs += 16_000)

test("the second node answers while the first is down, and the first is used again when it recovers", async () => {
  const [a, b] = [nodeAt("a"), nodeAt("b")]
  const { call } = open(a, b)
  expect(await call()).toBe("a")
  a.isDown = true
  expect([await call(), await call()]).toEqual(["b", "b"])
  later()
  a.isDown = false
  expect(await call()).toBe("a")
  expect(log).toEqual(["rpc_node_left a unreachable", "rpc_node_back a"])
})

test("an RPC error is an answer, so the second node is not asked; a rate limit is not", async () => {
  const [a, b] = [nodeAt("a"), nodeAt("b")]
  const { call } = open(a, b)
  a.error = Object.assign(new Error("execution reverted"), { code: 3 })
  await expect(call()).rejects.toThrow("reverted")
  expect(b.asked).not.toContain("eth_call")
  a.error = Object.assign(new Error("too many requests"), { code: -32_005 })
  expect(await call(), "a rate limit does not count as an answer").toBe("b")
})

test("a node that lags, or runs ahead of the clock, is replaced by the second node", async () => {
  const [a, b] = [nodeAt("a"), nodeAt("b")]
  const { call } = open(a, b)
  await call()
  a.headS = 960
  later()
  await call()
  expect(await call()).toBe("b")
  a.headS = 9_000
  later()
  await call()
  expect(await call()).toBe("b")
  expect(log).toEqual(["rpc_node_left a lags", "rpc_node_left a ahead of the clock"])
})

test("a receipt is accepted when a second node has the same receipt", async () => {
  const [a, b] = [nodeAt("a"), nodeAt("b")]
  const { receipt, call } = open(a, b)
  await call()
  a.receipt = receiptIn("0x1")
  expect(await receipt(), "the second node has no receipt yet").toBeNull()
  b.receipt = receiptIn("0x2")
  expect(await receipt(), "the second node has a different receipt").toBeNull()
  expect(log).toEqual(["rpc_nodes_disagree"])
  b.receipt = receiptIn("0x1")
  expect(await receipt()).toEqual(receiptIn("0x1"))
  b.isDown = true
  expect(await receipt(), "with one node left its receipt is accepted").toEqual(receiptIn("0x1"))
})

test("receipts are compared by their transfers, not by fields that only some nodes have", async () => {
  const [a, b] = [nodeAt("a"), nodeAt("b")]
  const { receipt } = open(a, b)
  const log = { address: "0xAb", topics: ["0x01"], data: "0x05" }
  a.receipt = { ...receiptIn("0x1"), logs: [{ ...log, blockTimestamp: "0x65" }], type: "0x2" }
  b.receipt = {
    logs: [{ data: "0x05", topics: ["0x01"], address: "0xab", removed: false }],
    blockHash: "0x1",
    status: "0x1",
    transactionHash: HASH,
  }
  expect(await receipt()).toEqual(a.receipt)
  b.receipt = { ...receiptIn("0x1"), logs: [{ ...log, data: "0x06" }] }
  expect(await receipt(), "another amount").toBeNull()
})

test("of three nodes the one with another chain is not used; with two that disagree calls fail", async () => {
  const [a, b, c] = [nodeAt("a"), nodeAt("b"), nodeAt("c")]
  const three = open(a, b, c)
  a.blockHash = "0xforged"
  await three.call()
  expect(await three.call()).toBe("b")
  expect(log).toEqual(["rpc_node_left a of another chain than most"])
  const two = open(a, b)
  await two.call()
  await expect(two.call()).rejects.toThrow("disagree")
  a.blockHash = "0xgood"
  later()
  await expect(two.call()).rejects.toThrow("disagree")
  await two.settled()
  expect(await two.call(), "they agree again").toBe("a")
})

test("without any node the last error is thrown", async () => {
  const [a, b] = [nodeAt("a"), nodeAt("b")]
  a.isDown = true
  b.isDown = true
  const { call } = open(a, b)
  await expect(call()).rejects.toThrow("down")
  await expect(call(), "the nodes are asked again").rejects.toThrow("down")
})
