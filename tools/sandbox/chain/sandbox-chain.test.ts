import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Address } from "viem"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { startAnvil } from "./anvil"
import { findAnvil } from "./anvil-binary"
import { loadChainKeys } from "./chain-keys"
import { stateFileOf } from "./chain-state"
import { SANDBOX_USDC_ADDRESS, sandboxUsdcAbi } from "@/lib/sandbox/chain/contracts"
import { SandboxChainError } from "@/lib/sandbox/chain/errors"
import { nextBaseFee } from "@/lib/x402/chain/transactions"
import { createFaucet } from "@/lib/sandbox/chain/faucet"
import { mineIfStale } from "./fresh-head"
import { findFreePort, isPortFree } from "@/tools/sandbox/local-port"
import { provisionChain } from "./provision"
import { type SandboxChain, type SandboxChainOptions, startSandboxChain } from "./sandbox-chain"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"

const wallet: Address = "0x00000000000000000000000000000000000Fee01"
const within = { timeout: 8_000, interval: 25 }

let stateDir: string
let running: SandboxChain[] = []

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "signal402-chain-"))
})

afterEach(async () => {
  await Promise.all(running.map((chain) => chain.stop()))
  running = []
  rmSync(stateDir, { recursive: true })
})

test("a stopped chain restarts with its balances, keys and receipts", async () => {
  const first = await start({ stateDir })
  const { transaction } = await drip(first)
  await first.stop()
  const second = await start({ stateDir })
  expect(second.settlerPrivateKey).toBe(first.settlerPrivateKey)
  expect(await balanceOn(second)).toBe(10_000_000n)
  const receipt = await sandboxClient(second.rpcUrl).getTransactionReceipt({ hash: transaction })
  expect(receipt.status).toBe("success")
  await expect(drip(second), "the minter's next nonce is used").resolves.toMatchObject({ balance: 20_000_000n })
})

test("a chain of an earlier version, whose fee was higher, restarts with a fee at which payments are sent", async () => {
  const first = await start({ stateDir })
  const client = sandboxClient(first.rpcUrl)
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000_000_000n })
  await client.mine({ blocks: 1 })
  expect(await nextBaseFee(client)).toBeGreaterThan(100_000_000n)
  await first.stop()
  const second = await start({ stateDir })
  expect(await nextBaseFee(sandboxClient(second.rpcUrl)), "Base's floor, and an eighth for a full block").toBeLessThan(
    6_000_000n,
  )
})

test("a killed chain restarts with its last saved state", async () => {
  const first = await start({ stateDir })
  const { transaction } = await drip(first)
  await vi.waitFor(() => expect(readFileSync(stateFileOf(stateDir), "utf8")).toContain(transaction), within)
  process.kill(first.pid, "SIGKILL")
  await first.exited
  const second = await start({ stateDir })
  expect(await balanceOn(second)).toBe(10_000_000n)
})

test("when the chain's parent is killed, the chain saves its state, ends and can be restarted", async () => {
  const port = await findFreePort()
  const env = { ...process.env, CHAIN_PORT: String(port), DATA_DIR: stateDir }
  const cli = spawn(process.execPath, ["--import", "tsx", "tools/cli/chain.ts"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  })
  const [printed] = await once(cli.stdout, "data")
  expect(String(printed)).toContain("Sandbox chain")
  await vi.waitFor(async () => expect(await isPortFree(port, 0)).toBe(false), within)
  const rpcUrl = `http://127.0.0.1:${port}`
  const chainDir = join(stateDir, "chain")
  await drip({ rpcUrl, usdcAddress: SANDBOX_USDC_ADDRESS, ...loadChainKeys(chainDir) })
  cli.kill("SIGKILL")
  const next = await start({ stateDir: chainDir, port })
  expect(await balanceOn(next)).toBe(10_000_000n)
  const { timestamp } = await sandboxClient(rpcUrl).getBlock()
  expect(Math.abs(Number(timestamp) - Date.now() / 1_000), "the head is current").toBeLessThan(10)
})

test("fresh starts a new chain with the same keys", async () => {
  const first = await start({ stateDir })
  await drip(first)
  await first.stop()
  const second = await start({ stateDir, fresh: true })
  expect(await balanceOn(second)).toBe(0n)
  expect(second.faucetPrivateKey).toBe(first.faucetPrivateKey)
})

test("a second chain on the same folder is refused", async () => {
  const first = await start({ stateDir })
  await expect(startSandboxChain({ stateDir })).rejects.toThrow(/already runs on port/)
  expect(await balanceOn(first), "the first is not disturbed").toBe(0n)
})

test("a port in use is refused with its number", async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" ? (address?.port ?? 0) : 0
  const refusal: unknown = await startAnvil({ port }).catch((error: unknown) => error)
  server.close()
  expect(refusal).toBeInstanceOf(SandboxChainError)
  expect(refusal).toMatchObject({ code: "chain_unavailable", details: { port } })
})

test("an aborted start leaves no process, and a later abort ends the chain", async () => {
  await expect(startAnvil({ signal: AbortSignal.abort() })).rejects.toThrow()
  const abort = new AbortController()
  const anvil = await startAnvil({ signal: abort.signal })
  abort.abort()
  await anvil.exited
  expect(await isPortFree(anvil.port)).toBe(true)
})

test("provisioning a chain again changes nothing", async () => {
  const chain = await start({})
  await drip(chain)
  const client = sandboxClient(chain.rpcUrl)
  const before = await client.getCode({ address: chain.usdcAddress })
  const { rpcUrl, usdcAddress, settlerAddress } = chain
  const minterAddress = await client.readContract({ address: usdcAddress, abi: sandboxUsdcAbi, functionName: "minter" })
  const again = await provisionChain({ rpcUrl, settlerAddress, minterAddress })
  expect(again.usdcAddress).toBe(usdcAddress)
  expect(await client.getCode({ address: usdcAddress })).toBe(before)
  expect(await balanceOn(chain)).toBe(10_000_000n)
})

test("the chain's head follows the clock without payments", async () => {
  const chain = await start({})
  const client = sandboxClient(chain.rpcUrl)
  const block = await client.getBlock()
  const headMs = Number(block.timestamp) * 1_000
  expect(await mineIfStale(client, headMs + 5_000)).toBe(false)
  expect(await mineIfStale(client, headMs + 60_000)).toBe(true)
  expect(await client.getBlockNumber()).toBe(block.number + 1n)
})

test("the well-known development keys have no balance", async () => {
  const chain = await start({})
  const client = sandboxClient(chain.rpcUrl)
  expect(await client.getAddresses()).toEqual([])
  // The first account of the well-known development mnemonic.
  expect(await client.getBalance({ address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" })).toBe(0n)
})

test("a platform without an anvil binary is named in the error", () => {
  expect(() => findAnvil("sunos", "sparc")).toThrow(/sunos-sparc.*@foundry-rs\/anvil-sunos-sparc/)
  expect(existsSync(findAnvil())).toBe(true)
})

async function start(options: SandboxChainOptions): Promise<SandboxChain> {
  const chain = await startSandboxChain(options)
  running.push(chain)
  return chain
}

type Dripping = Pick<SandboxChain, "rpcUrl" | "usdcAddress" | "faucetPrivateKey">

function drip({ rpcUrl, usdcAddress, faucetPrivateKey }: Dripping) {
  return createFaucet({ rpcUrl, usdcAddress, faucetPrivateKey, clock: () => 0 }).drip(wallet)
}

function balanceOn({ rpcUrl, usdcAddress }: SandboxChain): Promise<bigint> {
  const call = { address: usdcAddress, abi: sandboxUsdcAbi, functionName: "balanceOf", args: [wallet] } as const
  return sandboxClient(rpcUrl).readContract(call)
}
