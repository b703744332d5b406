import type { TransactionReceipt } from "viem"
import { expect, test } from "vitest"
import type { SettlementTransaction } from "@/lib/x402/ledger/ledger"
import { transaction } from "@/tools/testing/ledger/fixtures"
import { type Confirmation, confirmTransaction } from "./confirm-transaction"

const RECEIPT = { transactionHash: transaction(1).hash } as TransactionReceipt
const taken = () => Promise.resolve(null)
const refusing = (message: string) => () => Promise.reject(new Error(message))

type Node = {
  /** The n-th broadcast calls the n-th function; the last function repeats. */
  readonly broadcasts: readonly (() => Promise<TransactionReceipt | null>)[]
  /** Time after which the receipt exists. */
  readonly minedAtMs?: number
  readonly receipt?: () => Promise<TransactionReceipt | null>
  readonly mayBeKnown?: boolean
  /** Time after which no transaction with a lower nonce is in flight. */
  readonly firstAtMs?: number
  /** Time after which the clock is an hour behind. */
  readonly setBackAtMs?: number
  readonly replace?: (stuck: SettlementTransaction, isRejectedByNode: boolean) => Promise<SettlementTransaction | null>
}

type Trace = {
  readonly end: Confirmation
  readonly broadcasts: number
  readonly faults: number
  readonly replacedAtMs: readonly number[]
  /** One entry for each replacement. */
  readonly isRejectedByNode: readonly boolean[]
  readonly endedAtMs: number
  /** The last raw transaction that was broadcast. */
  readonly raw: string
}

/** Follows one transaction on a scripted node for at most two minutes of its own time. */
async function follow(node: Node): Promise<Trace> {
  let nowMs = 0
  let faults = 0
  let broadcasts = 0
  let raw = ""
  const replacedAtMs: number[] = []
  const isRejectedByNode: boolean[] = []
  const end = await confirmTransaction([transaction(1)], {
    chain: {
      broadcast: (given) => {
        broadcasts += 1
        raw = given
        return (node.broadcasts[broadcasts - 1] ?? node.broadcasts.at(-1) ?? taken)()
      },
      receipt:
        node.receipt ??
        ((hash) =>
          Promise.resolve(nowMs >= (node.minedAtMs ?? Infinity) && hash === RECEIPT.transactionHash ? RECEIPT : null)),
    },
    clock: () => (nowMs < (node.setBackAtMs ?? Infinity) ? nowMs : nowMs - 3_600_000),
    sleep: (ms) => {
      nowMs += ms
      return Promise.resolve()
    },
    isStopped: () => nowMs > 120_000,
    onFault: () => {
      faults += 1
    },
    mayBeKnown: node.mayBeKnown ?? false,
    isFirst: () => nowMs >= (node.firstAtMs ?? 0),
    replaceAfterMs: 30_000,
    replace: (stuck, isSo) => {
      replacedAtMs.push(nowMs)
      isRejectedByNode.push(isSo)
      return node.replace ? node.replace(stuck, isSo) : Promise.resolve(null)
    },
  })
  return { end, broadcasts, faults, replacedAtMs, isRejectedByNode, endedAtMs: nowMs, raw }
}

test("a receipt that the broadcast returns confirms the transaction at once", async () => {
  const { end, broadcasts } = await follow({ broadcasts: [() => Promise.resolve(RECEIPT)] })
  expect([end, broadcasts]).toEqual([{ kind: "mined", receipt: RECEIPT }, 1])
})

test("a mined transaction of an earlier process is not broadcast again", async () => {
  const { end, broadcasts, faults } = await follow({ broadcasts: [taken], minedAtMs: 0, mayBeKnown: true })
  expect([end.kind, broadcasts, faults]).toEqual(["mined", 0, 0])
})

test.each(["already known", "Transaction creation failed.\n\nDetails: transaction already imported"])(
  "a node that already knows the transaction is not reported as a fault: %s",
  async (message) => {
    const { end, faults } = await follow({ broadcasts: [taken, refusing(message)], minedAtMs: 15_000 })
    expect([end.kind, faults]).toEqual(["mined", 0])
  },
)

test("a transaction is broadcast every ten seconds until it is mined", async () => {
  const { end, broadcasts } = await follow({ broadcasts: [taken], minedAtMs: 35_000 })
  expect([end.kind, broadcasts]).toEqual(["mined", 4])
})

test.each([
  "insufficient funds for gas * price + value",
  "max fee per gas less than block base fee",
  "transaction fee cap less than block base fee",
  "intrinsic gas too low",
  "exceeds block gas limit",
  "transaction's gas limit 500000000 exceeds block's gas limit 400000000",
  "transaction gas limit 16860000 exceeds maximum per-transaction gas limit 16777216",
  "transaction gas limit too high (cap: 16777216, tx: 16860000)",
  "oversized data: transaction size 136140, limit 131072",
])("a transaction that the node refuses at the first broadcast is refused: %s", async (message) => {
  expect((await follow({ broadcasts: [refusing(message)] })).end.kind).toBe("refused")
})

test.each([
  ["a node accepted an earlier broadcast", [taken, refusing("insufficient funds")], false],
  ["an earlier broadcast timed out", [refusing("timeout"), refusing("insufficient funds")], false],
  ["an earlier process may have broadcast it", [refusing("insufficient funds")], true],
] as const)("a refusal by the node does not end the transaction when %s", async (_, broadcasts, mayBeKnown) => {
  expect((await follow({ broadcasts, mayBeKnown })).end.kind).toBe("stopped")
  expect((await follow({ broadcasts, mayBeKnown, minedAtMs: 60_000 })).end.kind).toBe("mined")
})

test("after three 'nonce too low' errors within seconds the transaction is replaced, unless its receipt appears", async () => {
  const broadcasts = [taken, refusing("nonce too low")]
  const gone = await follow({ broadcasts })
  expect([gone.end.kind, gone.broadcasts, gone.endedAtMs]).toEqual(["replaced", 4, 14_000])
  expect((await follow({ broadcasts, minedAtMs: 13_000 })).end.kind).toBe("mined")
})

test("while another transaction of the account waits with its nonce the transaction stays pending", async () => {
  const waiting = refusing("replacement transaction underpriced")
  expect((await follow({ broadcasts: [waiting] })).end.kind).toBe("stopped")
  expect((await follow({ broadcasts: [waiting, taken], minedAtMs: 12_000 })).end.kind).toBe("mined")
  expect((await follow({ broadcasts: [waiting, refusing("nonce too low")] })).end.kind).toBe("replaced")
})

test("while nodes disagree about a nonce the transaction stays pending", async () => {
  const broadcasts = Array.from({ length: 60 }, (_, n) => (n % 3 === 2 ? taken : refusing("nonce too low")))
  expect((await follow({ broadcasts })).end.kind).toBe("stopped")
})

test("while receipts cannot be read, 'nonce too low' errors do not end the transaction", async () => {
  const receipt = refusing("timeout")
  expect((await follow({ broadcasts: [refusing("nonce too low")], receipt })).end.kind).toBe("stopped")
})

test("while the node is down the transaction stays pending", async () => {
  const down = refusing("connection refused")
  expect((await follow({ broadcasts: [down], receipt: down })).end.kind).toBe("stopped")
})

const dearer = (stuck: SettlementTransaction) =>
  Promise.resolve({ ...stuck, hash: transaction(2).hash, raw: `${stuck.raw}ff` as const })

test("a clock that is set back delays no broadcast and no replacement", async () => {
  const { broadcasts, replacedAtMs } = await follow({ broadcasts: [taken], setBackAtMs: 15_000, minedAtMs: 80_000 })
  expect([broadcasts, replacedAtMs]).toEqual([9, [45_000, 75_000]])
})

test("an unmined transaction is replaced every 30 s, and each replacement is broadcast at once", async () => {
  const { replacedAtMs, raw } = await follow({ broadcasts: [taken], replace: dearer })
  expect(replacedAtMs).toEqual([30_000, 60_000, 90_000, 120_000])
  expect(raw).toBe("0x02ffffffff")
})

test("a transaction that waits for a lower nonce is replaced only 30 s after that nonce is used", async () => {
  expect((await follow({ broadcasts: [taken], firstAtMs: 50_000 })).replacedAtMs).toEqual([80_000, 110_000])
})

test("a transaction that is mined after its replacement was sent is confirmed", async () => {
  const { end, replacedAtMs } = await follow({ broadcasts: [taken], replace: dearer, minedAtMs: 45_000 })
  expect([end, replacedAtMs]).toEqual([{ kind: "mined", receipt: RECEIPT }, [30_000]])
})

test("when a node refuses a replacement, the earlier transactions are broadcast again", async () => {
  const underpriced = refusing("replacement transaction underpriced")
  const { end, raw } = await follow({
    broadcasts: [taken, taken, taken, taken, underpriced, taken],
    replace: dearer,
    minedAtMs: 31_000,
  })
  expect([end.kind, raw]).toEqual(["mined", "0x02"])
})

const unknown = refusing("policy violation")
const tooLarge = refusing("oversized data: transaction size 136140, limit 131072")

test.each([
  ["with an unknown error text", [unknown], false],
  ["with a known error, after an earlier process may have broadcast it,", [tooLarge], true],
  ["before it accepts an empty replacement", [...Array.from({ length: 8 }, () => unknown), taken], false],
] as const)(
  "a transaction that the node refuses for a minute %s is rejected for good",
  async (_, broadcasts, mayBeKnown) => {
    const { end, isRejectedByNode } = await follow({ broadcasts, mayBeKnown, replace: dearer })
    expect([end.kind, isRejectedByNode]).toEqual(["stopped", [false, true, true, true]])
  },
)

test.each<[string, Node]>([
  ["accepts it", { broadcasts: [taken] }],
  ["accepts it at times", { broadcasts: Array.from({ length: 60 }, (_, n) => (n % 5 === 4 ? taken : unknown)) }],
  ["answers no request", { broadcasts: [unknown], receipt: refusing("connection refused") }],
  ["lacks funds for it", { broadcasts: [refusing("insufficient funds")], mayBeKnown: true }],
])("a transaction is not marked as rejected by a node that %s", async (_, node) => {
  const { replacedAtMs, isRejectedByNode } = await follow(node)
  expect([replacedAtMs.length, isRejectedByNode.includes(true)]).toEqual([4, false])
})

test("a replacement fee above the ceiling is a fault, and the transaction stays pending", async () => {
  const { end, faults } = await follow({
    broadcasts: [taken],
    replace: refusing("above the ceiling"),
    minedAtMs: 70_000,
  })
  expect([end.kind, faults]).toEqual(["mined", 2])
})
