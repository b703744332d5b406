import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { marketEtfContract } from "@/lib/endpoints/market-etf/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { toTypeScript } from "@/lib/client/stage/snippets"
import { expect, test } from "@/e2e/support/fixtures"
import { sandboxWebhook } from "@/e2e/support/webhook-receiver"
import { program, programs, setUp } from "@/tools/testing/docs/programs"
import { requestFaucet, newPayer, type Payer, FAUCET_AMOUNT, unfundedPayer } from "@/tools/testing/payments/x402-payer"

/* Runs the programs of the dashboard and the docs as printed. `npm run test:interop` runs the Python programs. */

/** Runs a script inside the project, where the packages that it imports are installed. */
async function run(folder: string, script: string, { key }: Payer): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, "snippet.mts")
  writeFileSync(file, script)
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    env: { ...process.env, FORCE_COLOR: "0", PRIVATE_KEY: key, KEY: key },
    stdio: ["ignore", "pipe", "inherit"],
  })
  return text(child.stdout)
}

/** The package as source. client-package.spec.ts runs it as it is installed. */
function withClient(script: string): string {
  return script.replace('"signal402-client"', JSON.stringify(resolve("clients/typescript/index.ts")))
}

test("the dashboard's TypeScript snippet buys a signal and is charged its price", async ({ origin, chain, terms }, {
  outputDir,
}) => {
  const payer = await newPayer(origin)
  const { network, amount } = terms
  const snippet = toTypeScript({ path: "/api/signal/BTC" }, { origin, network, amount, sandbox: true })
  const output = await run(outputDir, snippet, payer)
  expect(output).toContain("coin: 'BTC'")
  expect(output).toContain("success: true")
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - signalContract.price)
})

test("the list of tested programs equals the programs of the docs", () => {
  expect([...programs.keys()].toSorted()).toEqual(
    [
      "agent.mjs",
      "alerts.mjs",
      "brief.mjs",
      "budget.mjs",
      "buy.mjs",
      "identifier.mjs",
      "live.mjs",
      // `npm run test:interop` runs this program, because it needs mppx.
      "mpp.mjs",
      // `npm run test:interop` runs this program, because it needs @x402/extensions.
      "offer.mjs",
      // `npm run test:interop` runs this function, because it needs the clients of frameworks.
      "paying-fetch.mjs",
      "poll.mjs",
      "receipt.mjs",
      "repeat.mjs",
      "session.mjs",
      "sign-in.mjs",
      "transfer.mjs",
      // tools/testing/clients runs this function.
      "verify.mjs",
    ].toSorted(),
  )
})

test("the README's curl commands get the status that their comments name", async ({ origin }) => {
  const [commands = ""] = /^```sh\ncurl .*?^```$/ms.exec(readFileSync("README.md", "utf8")) ?? []
  const urls = [...commands.matchAll(/http:\/\/localhost:3402(\S+)/g)].map(([, path = ""]) => path)
  expect(urls).toEqual(["/api/signal/BTC", "/api", "/api/openapi.json"])
  const statuses = await Promise.all(urls.map(async (path) => (await fetch(origin + path)).status))
  expect(statuses).toEqual([402, 200, 200])
})

test("the README's program funds a new wallet, buys a signal and verifies the receipt", async ({ origin, chain }, {
  outputDir,
}) => {
  const payer = unfundedPayer()
  const output = await run(outputDir, `${program("buy.mjs", origin)}\n${program("receipt.mjs", origin)}`, payer)
  expect(output).toContain("coin: 'BTC'")
  expect(output).toMatch(/^true$/m)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - signalContract.price)
})

test("the transfer program pays with viem only, proves the transfer and gets the answer", async ({ origin, chain }, {
  outputDir,
}) => {
  const payer = await newPayer(origin)
  await requestFaucet(origin, { address: payer.address, withGas: true })
  const before = await chain.balanceOf(payer.address)
  expect(await run(outputDir, program("transfer.mjs", origin), payer)).toMatch(/^200 \{\n {2}coin: 'BTC'/)
  expect(await chain.balanceOf(payer.address)).toBe(before - signalContract.price)
})

test("the redelivery programs are charged once and get the answer again by a sign-in", async ({ origin, chain }, {
  outputDir,
}) => {
  const twice = `for (const _ of [1, 2]) console.log((await wrapFetchWithPayment(fetch, client)("${origin}/api/signal/BTC")).status)`
  const payer = unfundedPayer()
  const output = await run(
    outputDir,
    [setUp(origin), program("identifier.mjs", origin), twice, program("sign-in.mjs", origin)].join("\n"),
    payer,
  )
  expect(output).toMatch(/^200\n200\n\{\n {2}coin: 'BTC'/)
  expect(output).toContain('"amount":"50000"')
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - signalContract.price)
})

test("the budget program verifies the receipt and pays once for each version", async ({ origin, chain }, {
  outputDir,
}) => {
  const payer = unfundedPayer()
  const output = await run(outputDir, withClient(program("budget.mjs", origin)), payer)
  expect(output).toMatch(/^50000n\n[A-Z_]+ verified\n\{\s+status: '(?:current|bought)',/)
  // The simulated price can begin a new version between the two calls. The second call buys nothing else.
  const second = Number(/^(?: {2}|\{ status: 'current', )version: (\d+)/m.exec(output)?.[1])
  const [, first = 0, spent, remaining] = /^(\d+) (\d+)n (\d+)n$/m.exec(output)?.map(Number) ?? []
  expect(output.includes("status: 'bought'"), `versions ${first} and ${second}`).toBe(second > first)
  expect(second).toBeGreaterThanOrEqual(first)
  const versions = second > first ? 2n : 1n
  expect([spent, remaining]).toEqual(
    [versions * signalContract.price, 2_000_000n - versions * signalContract.price].map(Number),
  )
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - versions * signalContract.price)
})

test("the program for Base also buys with the sandbox token", async ({ origin, chain, terms }, { outputDir }) => {
  const payer = await newPayer(origin)
  const { network, asset } = terms
  const allowed = JSON.stringify([{ network, asset, maxAmountPerPayment: "100000" }])
  const live = program("live.mjs", origin)
    .replace("https://signal402.example", origin)
    .replace('maxAmountPerPayment: "$0.10"', `allowedAssets: ${allowed}`)
  expect(await run(outputDir, live, payer)).toContain("coin: 'BTC'")
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - signalContract.price)
})

test("the polling program pays once for each version", async ({ origin, chain }, { outputDir }) => {
  const payer = unfundedPayer()
  const output = await run(outputDir, `${setUp(origin)}\n${program("poll.mjs", origin)}`, payer)
  const lines = output.trim().split("\n")
  const bought = new Set(lines.map((line) => line.split(" ")[1]))
  expect(lines).toHaveLength(3)
  expect(lines.filter((line) => line.startsWith("200 "))).toHaveLength(bought.size)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - BigInt(bought.size) * signalContract.price)
})

test("the retry program is charged once when its first answer is lost", async ({ origin, chain }, { outputDir }) => {
  const payer = unfundedPayer()
  const lossyFetch = `const sendAll = fetch
let losses = 1
globalThis.fetch = async (url, init) => {
  const answer = await sendAll(url, init)
  if (init?.headers?.["PAYMENT-SIGNATURE"] && losses-- > 0) throw new TypeError("terminated")
  return answer
}`
  const output = await run(outputDir, [setUp(origin), lossyFetch, program("repeat.mjs", origin)].join("\n"), payer)
  expect(output).toMatch(/^200 \{\n {2}coin: 'BTC'/)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - signalContract.price)
})

test("the alerts program answers the challenge, buys a watch and lists it by a sign-in", async ({ origin, chain }, {
  outputDir,
}) => {
  const payer = unfundedPayer()
  const { port } = new URL(sandboxWebhook(1))
  const alerts = program("alerts.mjs", origin).replaceAll("4020", port)
  const output = await run(outputDir, withClient(alerts), payer)
  expect(output).toMatch(/secret: '[0-9a-f]{64}'/)
  expect(output).toMatch(/status: 'active'/)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - alertWatchContract.price)
})

test("the brief program buys its items with one payment", async ({ origin, chain }, { outputDir }) => {
  const payer = unfundedPayer()
  const output = await run(outputDir, `${setUp(origin)}\n${program("brief.mjs", origin)}`, payer)
  expect(output).toMatch(/^signal\/BTC \d+ \[/m)
  expect(output).toMatch(/^market\/etf\?asset=ETH \d+ \[/m)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - signalContract.price - marketEtfContract.price)
})

test("the session program pays for three calls from one deposit and gets the remaining deposit back", async ({
  origin,
  chain,
}, { outputDir }) => {
  const payer = unfundedPayer()
  const output = await run(outputDir, `${setUp(origin)}\n${program("session.mjs", origin)}`, payer)
  expect(output).toMatch(/^(?:200 [A-Z_]+\n){3}/)
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - 3n * signalContract.price)
})

test("the agent program buys over MCP", async ({ origin, chain }, { outputDir }) => {
  const payer = unfundedPayer()
  expect(await run(outputDir, `${setUp(origin)}\n${program("agent.mjs", origin)}`, payer)).toContain("success: true")
  expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - signalContract.price)
})
