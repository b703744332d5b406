import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { signalContract } from "@/lib/api/signal"
import { toTypeScript } from "@/lib/client/inspector/snippets"
import { expect, test } from "@/e2e/support/fixtures"
import { drip, newPayer, type Payer, PLAY_MONEY, poorPayer } from "@/e2e/support/payer"

/* What the dashboard and the README give people to copy, run as it stands. The Python of it: npm run test:interop. */

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

/** The programs of the README, in order. */
const examples = [...readFileSync("README.md", "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = ""]) => code)

/** The first one, then the others, each of which goes on from it. */
function readme(origin: string) {
  const [first = "", ...others] = examples.map((code) => code.replaceAll("http://localhost:3402", origin))
  const [setUp = ""] = first.split("const response")
  const [transfer = "", identifier = "", signIn = "", agent = "", receipt = ""] = others
  return { first, setUp, transfer, identifier, signIn, agent, receipt }
}

test("the README's first example fills a new wallet and buys, and its receipt is the service's", async ({
  origin,
  chain,
}, { outputDir }) => {
  const { first, receipt } = readme(origin)
  expect(receipt).toContain("did.json")
  const payer = poorPayer()
  const output = await run(outputDir, `${first}\n${receipt}`, payer)
  expect(output).toContain("coin: 'BTC'")
  expect(output).toMatch(/^true$/m)
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price)
})

test("its transfer with viem alone is sent, shown and answered", async ({ origin, chain }, { outputDir }) => {
  const { transfer } = readme(origin)
  expect(transfer).toContain("transferProof")
  const payer = await newPayer(origin)
  await drip(origin, { address: payer.address, withGas: true })
  const before = await chain.balanceOf(payer.address)
  expect(await run(outputDir, transfer, payer)).toMatch(/^200 \{\n {2}coin: 'BTC'/)
  expect(await chain.balanceOf(payer.address)).toBe(before - signalContract.price)
})

test("its examples of coming back buy once, and fetch it again for a signature", async ({ origin, chain }, {
  outputDir,
}) => {
  const { setUp, identifier, signIn } = readme(origin)
  expect(identifier).toContain("payment-identifier")
  const twice = `for (const _ of [1, 2]) console.log((await wrapFetchWithPayment(fetch, client)("${origin}/api/signal/BTC")).status)`
  const payer = poorPayer()
  const output = await run(outputDir, [setUp, identifier, twice, signIn].join("\n"), payer)
  expect(output).toMatch(/^200\n200\n\{\n {2}coin: 'BTC'/)
  expect(output).toContain('"amount":"50000"')
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price)
})

test("its example for agents buys over MCP", async ({ origin, chain }, { outputDir }) => {
  const { setUp, agent } = readme(origin)
  expect(agent).toContain("/mcp")
  const payer = poorPayer()
  expect(await run(outputDir, `${setUp}\n${agent}`, payer)).toContain("success: true")
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price)
})
