import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createWalletClient, erc20Abi, http } from "viem"
import { base } from "viem/chains"
import { findFreePort } from "@/tools/sandbox/local-port"
import { loadChainKeys } from "@/tools/sandbox/chain/chain-keys"
import { bundleProgram } from "@/tools/testing/bundled"
import { viewChain } from "@/tools/testing/payments/chain-view"
import { expect, test } from "@/e2e/support/fixtures"
import { type OwnServer, startOwnServer } from "@/e2e/support/own-server"
import { wrapFetchWithPayment } from "@x402/fetch"
import { sessionClient } from "@/tools/testing/payments/session-client"
import { requestFaucet, newPayer, FAUCET_AMOUNT, unfundedPayer, signFor } from "@/tools/testing/payments/x402-payer"
import { readTerms } from "@/tools/testing/payments/x402-terms"

test.describe.configure({ timeout: 120_000, mode: "serial" })

const dataDir = mkdtempSync(join(tmpdir(), "signal402-books-"))
let server: OwnServer
let payeeKey: string | undefined

// The configured timeout of the tests does not apply to hooks.
test.beforeAll(async () => {
  test.setTimeout(120_000)
  server = await startOwnServer(await findFreePort(), dataDir)
})

test.afterAll(async () => {
  test.setTimeout(120_000)
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type CommandResult = { readonly status: number; readonly stdout: string; readonly stderr: string }

/** Asynchronous, because a blocked process would not notice that the server closes idle connections. */
function ledger(...args: readonly string[]): Promise<CommandResult> {
  const env = { ...process.env, DATA_DIR: dataDir, ...(payeeKey && { PAYEE_PRIVATE_KEY: payeeKey }) }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [bundleProgram("tools/cli/ledger.ts"), ...args],
      { encoding: "utf8", env },
      (_, stdout, stderr) => {
        resolve({ status: child.exitCode ?? 1, stdout, stderr })
      },
    )
  })
}

test("the ledger command reports sales, reconciles them with the chain and lists an unclaimed transfer", async () => {
  const { origin } = server
  const payer = await newPayer(origin)
  for (const path of ["signal/BTC", "context/SOL"]) {
    const url = `${origin}/api/${path}`
    expect((await fetch(url, { headers: await signFor(url, payer) })).status).toBe(200)
  }
  const signalUrl = `${origin}/api/signal/ETH`
  expect((await fetch(signalUrl, { headers: await signFor(signalUrl, payer) })).status).toBe(200)

  expect((await ledger("report", "--by", "endpoint")).stdout).toMatch(
    /signal\s+2\s+0\.10\ncontext\s+1\s+0\.05\ntotal\s+3\s+0\.15/,
  )
  const [header, ...rows] = (await ledger("export")).stdout.trim().split("\n")
  expect(header).toContain("settled_at,endpoint,resource,payer,amount_usdc,transaction")
  expect(rows).toHaveLength(3)
  expect(await ledger("reconcile")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("Books and chain agree."),
  })

  const otherSender = unfundedPayer()
  await requestFaucet(origin, { address: otherSender.address, withGas: true })
  const { asset, payTo } = await readTerms(origin)
  const wallet = createWalletClient({
    account: otherSender.account,
    chain: base,
    transport: http(`${origin}/api/sandbox/rpc`),
  })
  await wallet.writeContract({ address: asset, abi: erc20Abi, functionName: "transfer", args: [payTo, 70_000n] })
  const unequal = await ledger("reconcile")
  expect(unequal.status).toBe(1)
  expect(unequal.stdout).toMatch(/unclaimed\s+\+0\.07\s/)

  const unclaimedHash = /^unclaimed.*(?<hash>0x[0-9a-f]{64})$/m.exec(unequal.stdout)?.groups?.["hash"] ?? ""
  expect(await ledger("acknowledge", unclaimedHash, "--reason", "a gift")).toMatchObject({ status: 0 })
  const cleared = await ledger("reconcile")
  expect(cleared.status).toBe(0)
  expect(cleared.stdout).toMatch(/acknowledged\s+\+0\.07\s.*a gift/)
})

test("a sale by voucher is in the ledger, and its refund goes to the payer's wallet", { tag: "@full" }, async () => {
  const { origin } = server
  const payer = await newPayer(origin)
  const { scheme, client } = sessionClient(origin, payer)
  const url = `${origin}/api/signal/BTC`
  expect((await wrapFetchWithPayment(fetch, client)(url)).status).toBe(200)
  await scheme.refund(url, { fetch })
  const chain = await viewChain(origin)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - 50_000n)
  expect(await ledger("reconcile")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("Sessions and chain agree."),
  })

  payeeKey = loadChainKeys(join(dataDir, "chain")).settlerPrivateKey
  const id = (await ledger("export")).stdout.trim().split(",").at(-1) ?? ""
  expect(await ledger("refund", id, "--reason", "sold in error")).toMatchObject({ status: 0 })
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT)
  payeeKey = undefined
})

test("a refund needs the payee's key and a reason, is paid once and is recorded", { tag: "@full" }, async () => {
  const { origin } = server
  const [payer, url] = [await newPayer(origin), `${origin}/api/signal/BTC`]
  expect((await fetch(url, { headers: await signFor(url, payer) })).status).toBe(200)
  const id = (await ledger("export")).stdout.trim().split(",").at(-1) ?? ""
  expect(await ledger("refund", id)).toMatchObject({ status: 2, stderr: expect.stringContaining("--reason") })
  expect((await ledger("refund", id, "--reason", "sold in error")).stderr).toContain("PAYEE_PRIVATE_KEY")
  expect((await ledger("refund", "nothing", "--reason", "x")).status).toBe(1)
  const chain = await viewChain(origin)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - 50_000n)

  // In the sandbox, the settler account is also the payee.
  payeeKey = loadChainKeys(join(dataDir, "chain")).settlerPrivateKey
  expect(await ledger("refund", id, "--reason", "sold in error")).toMatchObject({ status: 0 })
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT)
  const again = await ledger("refund", id, "--reason", "sold in error")
  expect(again.stderr).toMatch(/was refunded in 0x[0-9a-f]{64} \(sold in error\)/)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT)
  expect((await fetch(url, { headers: await signFor(url, payer) })).status, "the service still sells").toBe(200)
})
