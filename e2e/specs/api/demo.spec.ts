import { type ChildProcess, spawnSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { wrapFetchWithPayment, x402Client } from "@x402/fetch"
import { newPayer } from "@/tools/testing/payments/x402-payer"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { startProviderServer } from "@/tools/sandbox/provider-server"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { findFreePort } from "@/tools/sandbox/local-port"
import { expect, test } from "@/e2e/support/fixtures"
import { WITHOUT_REPLAY } from "@/e2e/support/own-server"

test.describe.configure({ timeout: 120_000 })

let dataDir: string
let demos: ChildProcess[]

test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signal402-demo-"))
  demos = []
})

test.afterEach(() => {
  for (const demo of demos) demo.kill("SIGKILL")
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the demo as `npm run demo` does. `expectOutput` waits for a text in the output, `ended` for the exit status. */
async function startDemo(flags: readonly string[] = [], variables: Readonly<Record<string, string>> = {}) {
  const port = await findFreePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...WITHOUT_REPLAY, ...variables }
  const child = spawn(process.execPath, ["--import", "tsx", "tools/cli/demo.ts", ...flags], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  demos.push(child)
  let text = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (text += part.toString()))
  const ended = once(child, "exit").then(([status]: unknown[]) => status)
  const expectOutput = (words: string) => expect.poll(() => text, { timeout: 60_000 }).toContain(words)
  return { child, ended, expectOutput, origin: `http://localhost:${port}` }
}

function childrenOf({ pid }: ChildProcess, name: string): readonly number[] {
  // `pgrep` exits with 1 if no process matches.
  const { stdout } = spawnSync("pgrep", ["-P", String(pid), "-f", name], { encoding: "utf8" })
  return stdout.split("\n").filter(Boolean).map(Number)
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test(
  "with --canonical-usdc, a client that only knows USDC on Base buys, and the page shows a warning",
  { tag: "@full" },
  async ({ page }) => {
    const { child, ended, expectOutput, origin } = await startDemo(["--canonical-usdc"])
    await expectOutput("Use keys that never hold money")
    await expectOutput("Signal402 is open")
    const payer = await newPayer(origin)
    const client = x402Client.fromConfig({
      schemes: [{ network: "eip155:8453", client: new ExactEvmScheme(payer.account) }],
      spendControls: { maxAmountPerPayment: "$0.10" },
    })
    const response = await wrapFetchWithPayment(fetch, client)(`${origin}/api/signal/BTC`)
    expect(response.status).toBe(200)

    await injectWallet(page, payer)
    await page.goto(origin)
    await expect(page.getByLabel("Mode")).toContainText("address of real USDC")
    await page
      .getByRole("button", { name: /Connect/ })
      .first()
      .click()
    await expect(page.getByRole("dialog").getByRole("button", { name: /Demo wallet/ })).toBeVisible()
    await expect(page.getByRole("dialog").getByText(WALLET_NAME)).toHaveCount(0)
    child.kill("SIGTERM")
    expect(await ended).toBe(0)
  },
)

test(
  "with --live-data, the demo sells provider data, and the page and the answers are labelled",
  { tag: "@full" },
  async ({ page }) => {
    const market = createSimulatedMarket({ seed: 402 })
    const providers = await startProviderServer(createSandboxFetch({ market, clock: Date.now }), { port: 0 })
    try {
      const { child, ended, expectOutput, origin } = await startDemo(["--live-data"], { SOURCES_PROXY: providers.url })
      await expectOutput("Sandbox: the real market")
      const payer = await newPayer(origin)
      const client = x402Client.fromConfig({
        schemes: [{ network: "eip155:8453", client: new ExactEvmScheme(payer.account) }],
        spendControls: { allowedAssets: true },
      })
      const buy = wrapFetchWithPayment(fetch, client)
      // Right after the start the feeds are still loading, and the service does not charge.
      let answer = await buy(`${origin}/api/signal/BTC`)
      await expect
        .poll(async () => (answer.ok ? answer : (answer = await buy(`${origin}/api/signal/BTC`))).status, {
          timeout: 60_000,
        })
        .toBe(200)
      expect(signalContract.response.parse(await answer.json()).meta).toMatchObject({ mode: "sandbox", market: "live" })
      await page.goto(origin)
      await expect(page.getByLabel("Mode")).toContainText("real market data, play money")
      child.kill("SIGTERM")
      expect(await ended).toBe(0)
    } finally {
      await providers.stop()
    }
  },
)

test("with --live-data and no network, the demo exits and suggests the simulated market", async () => {
  const { ended, expectOutput } = await startDemo(["--live-data"], {
    SOURCES_PROXY: `http://127.0.0.1:${await findFreePort()}`,
  })
  expect(await ended).toBe(1)
  await expectOutput("The simulated market needs none: npm run demo")
})

test("when the server crashes, the demo exits with an error that names the server", { tag: "@full" }, async () => {
  const { child, ended, expectOutput } = await startDemo()
  await expectOutput("Signal402 is open")
  for (const pid of childrenOf(child, "next")) process.kill(pid, "SIGKILL")
  expect(await ended).toBe(1)
  await expectOutput("The server ended unexpectedly")
})

test("a demo that is stopped during its start leaves no process behind", { tag: "@full" }, async () => {
  const { child, ended, expectOutput } = await startDemo()
  await expectOutput("Starting the server")
  await expect.poll(() => childrenOf(child, "next").length, { intervals: [20] }).toBe(1)
  const left = childrenOf(child, ".")
  expect(left.length, "the chain and the server are running").toBeGreaterThanOrEqual(2)
  child.kill("SIGTERM")
  expect(await ended).toBe(0)
  await expect.poll(() => left.filter(isAlive)).toEqual([])
})
