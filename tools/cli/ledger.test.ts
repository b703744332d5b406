import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { privateKeyToAddress } from "viem/accounts"
import { afterEach, beforeEach, expect, test } from "vitest"
import { z } from "zod"
import { FIRST_LINK } from "@/lib/domain/track-record/record-anchor"
import { keccak256 } from "@/lib/x402/chain/crypto"
import { aggregate, MULTICALL3 } from "@/lib/x402/chain/multicall"
import { withAnchor } from "@/lib/x402/chain/record-anchor"
import { hex } from "@/lib/x402/ledger/hex"
import { paymentId } from "@/lib/x402/ledger/payment"
import { createRecordAnchors } from "@/lib/x402/ledger/record-anchors"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { bundleProgram } from "@/tools/testing/bundled"
import { idOf, mined, purchase, SOLD } from "@/tools/testing/ledger/fixtures"

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signal402-ledger-"))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

type ProcessResult = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

type Variables = Readonly<Record<string, string>>

/** Runs the command in a temporary folder, whose .env it reads. */
function ledger(args: readonly string[], variables: Variables = {}): Promise<ProcessResult> {
  return start([bundleProgram("tools/cli/ledger.ts"), ...args], variables)
}

/** Runs the command as `npm run ledger` does. */
function ledgerByTsx(args: readonly string[], variables: Variables): Promise<ProcessResult> {
  return start([...BY_TSX, ...args], { TSX_TSCONFIG_PATH, ...variables })
}

const BY_TSX = ["--import", import.meta.resolve("tsx"), join(process.cwd(), "tools/cli/ledger.ts")]
const TSX_TSCONFIG_PATH = join(process.cwd(), "tsconfig.json")

function start(command: readonly string[], variables: Variables): Promise<ProcessResult> {
  // The test runner also sets MODE.
  const { MODE: _, ...inherited } = process.env
  const env = { ...inherited, ...variables }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, { env, cwd: dataDir }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
}

const live = {
  MODE: "live",
  PUBLIC_ORIGIN: "https://signal402.example",
  PAY_TO: `0x${"1".repeat(40)}`,
  SETTLER_PRIVATE_KEY: `0x${"2".repeat(64)}`,
  RPC_URL: "http://user:passw0rd@127.0.0.1:9/v2/apikey",
}

/** The ledger of a service without sales. */
async function emptyLedger(folder = ".signal402"): Promise<void> {
  const store = await openEmbeddedStore(join(dataDir, folder, "live.db"))
  await store.destroy()
}

test("a missing ledger is an error that names its folder, and no ledger is created", async () => {
  for (const name of ["report", "export", "reconcile"]) {
    const { status, stdout, stderr } = await ledger([name], { ...live, DATA_DIR: "mistyped" })
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr).toContain("DATA_DIR: it holds no ledger, the file mistyped/live.db is missing.")
  }
  expect(existsSync(join(dataDir, "mistyped"))).toBe(false)
}, 30_000)

test("standard error names the ledger, and standard output has only the report", async () => {
  await emptyLedger()
  const { status, stdout, stderr } = await ledgerByTsx(["export"], live)
  expect([status, stdout.split("\n")]).toEqual([0, [expect.stringContaining("settled_at,endpoint"), ""]])
  expect(stderr).toContain("live on Base (eip155:8453), ledger in .signal402/live.db")
  expect(stderr).not.toMatch(/apikey|passw0rd/)
}, 30_000)

test("the environment overrides the deployment that .env describes", async () => {
  writeFileSync(
    join(dataDir, ".env"),
    Object.entries(live)
      .map((pair) => `${pair.join("=")}\n`)
      .join(""),
  )
  await emptyLedger()
  await emptyLedger("elsewhere")
  expect((await ledger(["export"])).stderr).toContain("live on Base (eip155:8453), ledger in .signal402/live.db")
  const told = await ledger(["export"], { NETWORK: "base-sepolia", DATA_DIR: "elsewhere" })
  expect(told.stderr).toContain("live on Base Sepolia (eip155:84532), ledger in elsewhere/live.db")
}, 30_000)

test("an invalid call ends with status 2 and prints the usage", async () => {
  for (const args of [
    ["report", "extra"],
    ["report", "--from", "2026-02-01", "--to", "2026-01-01"],
    ["reconcile", "--from", "2026-01-01"],
    ["export", "--reason", "the books"],
    ["refund", idOf(1)],
    ["acknowledge", "0xab", "--reason", "dust"],
  ]) {
    const { status, stdout, stderr } = await ledger(args)
    expect([status, stdout], args.join(" ")).toEqual([2, ""])
    expect(stderr).toContain("npm run ledger -- report")
  }
}, 60_000)

test("an invalid option is named with its valid values", async () => {
  const bad = ["--by", "mood", "--from", "2026-02-30", "--from-block", "0x1", "--reason", ""]
  const { status, stderr } = await ledger(["report", ...bad])
  expect(status).toBe(2)
  expect(stderr.split("\n").slice(0, 4)).toEqual([
    "--by must be one of day, endpoint, payer.",
    "--from must be a date, YYYY-MM-DD.",
    "--from-block must be the number of a block.",
    "--reason must have 1 to 500 characters.",
  ])
}, 30_000)

test("an export whose reader closed the pipe exits with 0 and without an error", async () => {
  await emptyLedger()
  const child = spawn(process.execPath, [bundleProgram("tools/cli/ledger.ts"), "export"], {
    env: { ...process.env, ...live },
    cwd: dataDir,
  })
  child.stdout.destroy()
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "exit")])
  expect([status, stderr]).toEqual([0, "live on Base (eip155:8453), ledger in .signal402/live.db\n"])
}, 30_000)

test("when the reader closes the pipe, reconcile still exits with 1 for differences, without a stack", async () => {
  await emptyLedger()
  const node = await startNode({ eth_blockNumber: () => "0x64", eth_getLogs: () => [UNEXPLAINED_TRANSFER] })
  // A pipe of the shell, because Node gives a child a socket, on which a write does not fail at once.
  const piped = '{ "$0" "$@"; echo "ended with $?" >&2; } | true'
  const child = spawn("sh", ["-c", piped, process.execPath, ...BY_TSX, "reconcile", "--from-block", "1"], {
    env: { ...process.env, ...live, TSX_TSCONFIG_PATH, RPC_URL: node.url },
    cwd: dataDir,
  })
  const said = await text(child.stderr)
  expect(said).toBe("live on Base (eip155:8453), ledger in .signal402/live.db\nended with 1\n")
  node.close()
}, 30_000)

test("sales of the test network are not in a report of the live network", async () => {
  const store = await openEmbeddedStore(join(dataDir, ".signal402", "live.db"))
  const sales = createSqlLedger(store)
  const rehearsed = purchase(1, { network: "eip155:84532", authorization: { to: hex(live.PAY_TO) } })
  const claim = await sales.claim(rehearsed, 1)
  await sales.saveAnswer(paymentId(rehearsed), claim.kind === "claimed" ? claim.owner : "", SOLD, 1)
  await sales.markSettled([paymentId(rehearsed)], mined(1), 1)
  await store.destroy()

  const node = await startNode({ eth_blockNumber: () => "0x64", eth_getLogs: () => [] })
  const variables = { ...live, RPC_URL: node.url }
  expect((await ledger(["report"], variables)).stdout).toMatch(/total\s+0\s+0\.00/)
  expect((await ledger(["export"], variables)).stdout).not.toContain("eip155:84532")
  expect(await ledger(["reconcile", "--from-block", "1"], variables)).toMatchObject({ status: 0 })
  const rehearsal = await ledger(["report"], { ...variables, NETWORK: "base-sepolia" })
  expect(rehearsal.stdout).toMatch(/total\s+1\s+0\.05/)
  node.close()
}, 90_000)

test("an unreachable node is named only by its host", async () => {
  await emptyLedger()
  const { status, stdout, stderr } = await ledger(["reconcile", "--from-block", "1"], live)
  expect(status).toBe(1)
  expect(stderr).toContain("127.0.0.1")
  expect(stdout + stderr).not.toMatch(/apikey|passw0rd/)
}, 30_000)

const Call = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()).default([]) })

type Answers = Readonly<Record<string, (param: unknown) => unknown>>

const topicOf = (digit: string) => `0x${"0".repeat(24)}${digit.repeat(40)}`

/** The log of a transfer to the payee that no sale explains. */
const UNEXPLAINED_TRANSFER = {
  address: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  topics: ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", topicOf("5"), topicOf("1")],
  data: `0x${"1".padStart(64, "0")}`,
  blockNumber: "0x2",
  logIndex: "0x0",
  transactionHash: `0x${"ab".repeat(32)}`,
}

/** A node with these methods. */
async function startNode(answers: Answers) {
  const server = createServer((request, response) => {
    request.setEncoding("utf8")
    let body = ""
    request.on("data", (part: string) => (body += part))
    request.on("end", () => {
      const { id, method, params } = Call.parse(JSON.parse(body))
      const reply = (answer: object) => response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }))
      try {
        reply({ result: answers[method]?.(params[0]) })
      } catch {
        reply({ error: { code: -32_000, message: "The node goes down." } })
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** A node that loses the first transaction of a refund. */
async function startLossyNode() {
  const sent: string[] = []
  const answers: Answers = {
    eth_chainId: () => "0x2105",
    eth_blockNumber: () => "0x64",
    eth_getTransactionCount: () => "0x5",
    eth_estimateGas: () => "0xffff",
    eth_maxPriorityFeePerGas: () => "0x1",
    eth_getBlockByNumber: () => ({ number: "0x64", baseFeePerGas: "0x5", transactions: [] }),
    eth_sendRawTransaction: (raw) => {
      sent.push(z.string().parse(raw))
      if (sent.length === 1) throw new Error("The node goes down.")
      return keccak256(z.templateLiteral(["0x", z.string()]).parse(raw))
    },
    eth_getTransactionReceipt: (transactionHash) =>
      sent.length < 2 ? null : { transactionHash, status: "0x1", blockNumber: "0x64", logs: [] },
  }
  return { ...(await startNode(answers)), sent }
}

test("repeating a refund whose transaction was lost pays it, and report and export have it", async () => {
  const PAYEE_PRIVATE_KEY = `0x${"3".repeat(64)}` as const
  const payTo = hex(privateKeyToAddress(PAYEE_PRIVATE_KEY).toLowerCase())
  const store = await openEmbeddedStore(join(dataDir, ".signal402", "live.db"))
  const sales = createSqlLedger(store)
  const claim = await sales.claim(purchase(1, { authorization: { to: payTo } }), 1)
  await sales.saveAnswer(idOf(1), claim.kind === "claimed" ? claim.owner : "", SOLD, 1)
  await sales.markSettled([idOf(1)], mined(1), 1)
  await store.destroy()

  const node = await startLossyNode()
  const variables = { ...live, PAY_TO: payTo, RPC_URL: node.url, PAYEE_PRIVATE_KEY }
  const refund = () => ledger(["refund", idOf(1), "--reason", "sold in error"], variables)
  expect(await refund()).toMatchObject({ status: 1, stderr: expect.stringContaining("in no block yet") })
  const before = await ledger(["report"], variables)
  expect([before.stdout, before.stderr]).toEqual([
    expect.not.stringContaining("refunded"),
    expect.stringContaining("not seen to pay yet"),
  ])

  expect(await refund()).toMatchObject({ status: 0, stdout: expect.stringMatching(/0\.05 USDC to .*: success/) })
  expect(new Set(node.sent).size, "the same bytes").toBe(1)
  expect((await ledger(["report"], variables)).stdout).toMatch(/total\s+1\s+0\.05\nof it refunded\s+1\s+0\.05/)
  const hash = keccak256(z.templateLiteral(["0x", z.string()]).parse(node.sent[0]))
  expect((await ledger(["export"], variables)).stdout).toContain(`,${hash},${idOf(1)}`)
  expect((await refund()).stderr).toContain(`was refunded in ${hash} (sold in error)`)
  expect(node.sent).toHaveLength(2)
  node.close()
}, 90_000)

test("a transfer without a sale is a difference until the operator acknowledges it", async () => {
  await emptyLedger()
  const node = await startNode({ eth_blockNumber: () => "0x64", eth_getLogs: () => [UNEXPLAINED_TRANSFER] })
  const variables = { ...live, RPC_URL: node.url }
  const reconcile = () => ledger(["reconcile", "--from-block", "1"], variables)
  expect(await ledger(["reconcile", "--from-block", "91"], variables)).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("the newest block that is looked at is 90"),
  })
  expect(await reconcile()).toMatchObject({ status: 1, stdout: expect.stringMatching(/^unclaimed\s+\+0\.000001 /) })
  const looked = ["acknowledge", UNEXPLAINED_TRANSFER.transactionHash.replace("ab", "AB"), "--reason", "dust"]
  expect(await ledger(looked, variables)).toMatchObject({ status: 0 })
  expect(await reconcile()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^acknowledged\s+\+0\.000001 .*dust\n0 sales, 1 transfers .*\nBooks and chain agree\.\n$/,
    ),
  })
  node.close()
}, 90_000)

test("report --json prints JSON; acknowledge --from reads a file and stores nothing when a line is invalid", async () => {
  await emptyLedger()
  const said = await ledger(["report", "--json"], live)
  expect(JSON.parse(said.stdout)).toEqual({
    by: "day",
    rows: [],
    total: { sales: 0, usdc: "0.00", lostUsdc: "0.00" },
    refunded: { refunds: 0, usdc: "0.00" },
    unfinishedRefunds: [],
  })
  const gas = await ledger(["report", "--by", "day", "--with-gas", "--json"], live)
  expect(JSON.parse(gas.stdout)).toMatchObject({
    rows: [],
    total: { gasEther: "0", gasUsdc: "0.00", marginUsdc: "0.00" },
  })
  expect((await ledger(["report", "--with-gas", "--by", "payer"], live)).status).toBe(2)
  const [one, two] = [`0x${"a".repeat(64)}`, `0x${"B".repeat(64)}`]
  const file = join(dataDir, "dust.txt")
  writeFileSync(file, `# found in May\n${one} dust of an exchange\n\n0x12 too short\n`)
  const refused = await ledger(["acknowledge", "--from", file], live)
  expect([refused.status, refused.stdout]).toEqual([2, ""])
  expect(refused.stderr).toContain("Line 4 of --from")
  writeFileSync(file, `${one} dust of an exchange\n${two}\n`)
  const done = await ledger(["acknowledge", "--from", file, "--reason", "dust"], live)
  expect(done.stdout).toBe(`${one} is acknowledged.\n${two.toLowerCase()} is acknowledged.\n`)
  const again = await ledger(["acknowledge", "--from", file, "--reason", "dust"], live)
  expect(again.stdout).toContain(`${one} was acknowledged before.`)
}, 60_000)

test("a record that its anchor contradicts is accepted once, with the operator's reason", async () => {
  await emptyLedger()
  const anchor = { link: FIRST_LINK, head: "de".repeat(32) }
  const transfer = { ...UNEXPLAINED_TRANSFER, transactionHash: `0x${"cd".repeat(32)}` }
  const transaction = {
    hash: transfer.transactionHash,
    from: privateKeyToAddress(hex(live.SETTLER_PRIVATE_KEY)),
    to: MULTICALL3,
    input: withAnchor(aggregate([]), anchor),
    blockNumber: "0x2",
    transactionIndex: "0x0",
    type: "0x2",
  }
  const node = await startNode({
    eth_blockNumber: () => "0x64",
    eth_getLogs: () => [transfer],
    eth_getTransactionCount: () => "0x1",
    eth_getTransactionByHash: () => transaction,
    eth_getBlockByNumber: () => ({ number: "0x2", timestamp: "0x6553f100", transactions: [] }),
  })
  const variables = { ...live, RPC_URL: node.url }
  expect((await ledger(["accept-record"], variables)).status, "without a reason").toBe(2)
  const accept = () => ledger(["accept-record", "--reason", "restored from a copy"], variables)
  expect(await accept()).toMatchObject({ status: 0, stdout: expect.stringContaining(transfer.transactionHash) })
  expect(await accept()).toMatchObject({ status: 1, stderr: expect.stringContaining("there is nothing to accept") })
  const store = await openEmbeddedStore(join(dataDir, ".signal402", "live.db"))
  expect(await createRecordAnchors(store).acceptances()).toMatchObject([
    { contradicted: transfer.transactionHash, reason: "restored from a copy" },
  ])
  await store.destroy()
  node.close()
}, 60_000)
