import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { signalContract } from "@/lib/api/signal"
import { toTypeScript } from "@/lib/client/inspector/snippets"
import { expect, test } from "@/e2e/support/fixtures"
import { drip, newPayer, type Payer, PLAY_MONEY } from "@/e2e/support/payer"

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

/** The TypeScript of the README, in order. */
const examples = [...readFileSync("README.md", "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code)

test("the README's first example buys, and its Permit2 example approves, waits and buys", async ({ origin, chain }, {
  outputDir,
}) => {
  const [first = "", permit2 = ""] = examples.map((code) => code.replaceAll("http://localhost:3402", origin))
  expect(permit2).toContain("PERMIT2_ADDRESS")
  const payer = await newPayer(origin)
  expect(await run(join(outputDir, "first"), first, payer)).toContain("coin: 'BTC'")
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price)

  await drip(origin, { address: payer.address, withGas: true })
  const before = await chain.balanceOf(payer.address)
  const asAbove = first.split("\n").filter((line) => /^import|^const signer/.test(line))
  const script = [...asAbove, permit2, "console.log(response.status)"].join("\n")
  expect(await run(join(outputDir, "permit2"), script, payer)).toContain("200")
  expect(await chain.balanceOf(payer.address)).toBe(before - signalContract.price)
})
