import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { alertWatchContract } from "@/lib/api/alert-watch"
import { marketEtfContract } from "@/lib/api/market-etf"
import { signalContract } from "@/lib/api/signal"
import { toTypeScript } from "@/lib/client/inspector/snippets"
import { expect, test } from "@/e2e/support/fixtures"
import { drip, newPayer, type Payer, PLAY_MONEY, poorPayer } from "@/lib/testing/payments/x402-payer"

/* The programs of the dashboard and the docs, run as they are printed. npm run test:interop runs the Python ones. */

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

test("the TypeScript that is shown buys what it says, for what it says", async ({ origin, chain, terms }, {
  outputDir,
}) => {
  const payer = await newPayer(origin)
  const { network, amount } = terms
  const snippet = toTypeScript({ path: "/api/signal/BTC" }, { origin, network, amount, sandbox: true })
  const output = await run(outputDir, snippet, payer)
  expect(output).toContain("coin: 'BTC'")
  expect(output).toContain("success: true")
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price)
})

/** The programs of the docs by the file name in their first line. */
const programs = new Map(
  ["README.md", "docs/for-bots.md", "docs/for-agents.md"].flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)].map(
      ([, name = "", code = ""]) => [name, code] as const,
    ),
  ),
)

function program(name: string, origin: string): string {
  const code = programs.get(name)
  if (code === undefined) throw new Error(`The docs have no program ${name}.`)
  return code.replaceAll("http://localhost:3402", origin)
}

/** The wallet and the client of the README's program, without its purchase. */
function setUp(origin: string): string {
  return program("buy.mjs", origin).split("const response")[0] ?? ""
}

test("every program of the docs is run below", () => {
  expect([...programs.keys()].toSorted()).toEqual(
    [
      "agent.mjs",
      "alerts.mjs",
      "brief.mjs",
      "buy.mjs",
      "identifier.mjs",
      "receipt.mjs",
      "session.mjs",
      "sign-in.mjs",
      "transfer.mjs",
    ].toSorted(),
  )
})

test("the README's curl commands answer as their comments say", async ({ origin }) => {
  const [commands = ""] = /^```sh\ncurl .*?^```$/ms.exec(readFileSync("README.md", "utf8")) ?? []
  const urls = [...commands.matchAll(/http:\/\/localhost:3402(\S+)/g)].map(([, path = ""]) => path)
  expect(urls).toEqual(["/api/signal/BTC", "/api", "/api/openapi.json"])
  const statuses = await Promise.all(urls.map(async (path) => (await fetch(origin + path)).status))
  expect(statuses).toEqual([402, 200, 200])
})

test("the README's program fills a new wallet and buys, and its receipt is the service's", async ({ origin, chain }, {
  outputDir,
}) => {
  const payer = poorPayer()
  const output = await run(outputDir, `${program("buy.mjs", origin)}\n${program("receipt.mjs", origin)}`, payer)
  expect(output).toContain("coin: 'BTC'")
  expect(output).toMatch(/^true$/m)
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price)
})

test("a transfer with viem alone is sent, proved and answered", async ({ origin, chain }, { outputDir }) => {
  const payer = await newPayer(origin)
  await drip(origin, { address: payer.address, withGas: true })
  const before = await chain.balanceOf(payer.address)
  expect(await run(outputDir, program("transfer.mjs", origin), payer)).toMatch(/^200 \{\n {2}coin: 'BTC'/)
  expect(await chain.balanceOf(payer.address)).toBe(before - signalContract.price)
})

test("the programs of redelivery buy once, and fetch the answer again for a signature", async ({ origin, chain }, {
  outputDir,
}) => {
  const twice = `for (const _ of [1, 2]) console.log((await wrapFetchWithPayment(fetch, client)("${origin}/api/signal/BTC")).status)`
  const payer = poorPayer()
  const output = await run(
    outputDir,
    [setUp(origin), program("identifier.mjs", origin), twice, program("sign-in.mjs", origin)].join("\n"),
    payer,
  )
  expect(output).toMatch(/^200\n200\n\{\n {2}coin: 'BTC'/)
  expect(output).toContain('"amount":"50000"')
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price)
})

test("the program of alerts buys a watch, and lists it for a signature", async ({ origin, chain }, { outputDir }) => {
  const payer = poorPayer()
  const siwe = 'import { createSiweMessage } from "viem/siwe"'
  const output = await run(outputDir, [siwe, setUp(origin), program("alerts.mjs", origin)].join("\n"), payer)
  expect(output).toMatch(/secret: '[0-9a-f]{64}'/)
  expect(output).toMatch(/status: 'active'/)
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - alertWatchContract.price)
})

test("the program for a brief buys its items by one payment", async ({ origin, chain }, { outputDir }) => {
  const payer = poorPayer()
  const output = await run(outputDir, `${setUp(origin)}\n${program("brief.mjs", origin)}`, payer)
  expect(output).toMatch(/^signal\/BTC \d+ \[/m)
  expect(output).toMatch(/^market\/etf\?asset=ETH \d+ \[/m)
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price - marketEtfContract.price)
})

test("the program of a session pays three calls by one deposit, and gets the rest back", async ({ origin, chain }, {
  outputDir,
}) => {
  const payer = poorPayer()
  const output = await run(outputDir, `${setUp(origin)}\n${program("session.mjs", origin)}`, payer)
  expect(output).toMatch(/^(?:200 [A-Z_]+\n){3}/)
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - 3n * signalContract.price)
})

test("the program for agents buys over MCP", async ({ origin, chain }, { outputDir }) => {
  const payer = poorPayer()
  expect(await run(outputDir, `${setUp(origin)}\n${program("agent.mjs", origin)}`, payer)).toContain("success: true")
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price)
})
