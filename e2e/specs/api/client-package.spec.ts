import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { build } from "esbuild"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { binOf } from "@/tools/cli/run"
import { expect, test } from "@/e2e/support/fixtures"
import { startCrossOriginSite } from "@/e2e/support/cross-origin-site"
import { program } from "@/tools/testing/docs/programs"
import { newPayer, type Payer, FAUCET_AMOUNT, unfundedPayer } from "@/tools/testing/payments/x402-payer"

/** The deposit in the package's README. */
const DEPOSIT = 5_000_000n

const execute = promisify(execFile)

async function exec(cwd: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { stdout } = await execute(command, [...args], { cwd, env: { ...process.env, ...env, FORCE_COLOR: "0" } })
  return stdout
}

const link = (name: string, folder: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  symlinkSync(resolve("node_modules", name), join(folder, name))
}

/** Installs the packed package and its dependencies in a project, without a registry. */
async function installPacked(folder: string): Promise<string> {
  const source = join(folder, "source")
  cpSync("clients/typescript", source, { recursive: true })
  symlinkSync(resolve("node_modules"), join(source, "node_modules"))
  await exec(source, "npm", ["pack", "--silent"])
  const packed = readdirSync(source).find((name) => name.endsWith(".tgz")) ?? ""
  const project = join(folder, "project")
  const installed = join(project, "node_modules/signal402-client")
  mkdirSync(installed, { recursive: true })
  await exec(source, "tar", ["xzf", packed, "--strip-components=1", "-C", installed])
  for (const name of ["@x402/core", "@x402/evm", "viem"]) link(name, join(project, "node_modules"))
  writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }')
  return project
}

/** Compiles a program in strict mode, which checks the types of the answers, and runs the program. */
async function compileAndRun(
  project: string,
  program: string,
  { key }: Payer,
  env: Readonly<Record<string, string>> = {},
) {
  writeFileSync(join(project, "buy.ts"), program)
  const compiler = ["--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022", "--types", ""]
  await exec(project, process.execPath, [binOf("typescript", "tsc"), ...compiler, "buy.ts"])
  return exec(project, process.execPath, ["buy.js"], { ...env, KEY: key })
}

/** Bundles the program and the wallet's key as one browser module. */
async function bundleForBrowser(project: string, program: string, { key }: Payer): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: project, loader: "ts" },
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "es2022",
    define: { "process.env.KEY": JSON.stringify(key) },
  })
  return outputFiles[0]?.text ?? ""
}

/** The README's purchase, changed to use the sandbox. */
const purchaseAt = (origin: string, asset: string) =>
  purchase.replace('origin: "https://signal402.example",', `origin: "${origin}", asset: "${asset}",`)

/** The project has no @types/node. */
const DECLARED = `
declare const process: { readonly env: Readonly<Record<"ORIGIN" | "KEY" | "ASSET", string>> }
`

/** The programs of the package's README: a purchase, and a session. */
const blocks = [...readFileSync("clients/typescript/README.md", "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(
  ([, code = ""]) => code,
)
const blockWith = (text: string) => blocks.find((code) => code.includes(text)) ?? ""
const [purchase, sessions] = [blockWith("privateKeyToAccount"), blockWith("signal402-client/session")]

const buyBySession = `${DECLARED}
import { createBuyer, type Bought, type SignalAnswer } from "signal402-client"
import { privateKeyToAccount } from "viem/accounts"

const { ORIGIN: origin, KEY, ASSET } = process.env
const account = privateKeyToAccount(KEY as "0x")
const options = { origin, asset: ASSET as "0x", maxAmountPerPayment: 50_000n, maxPerDay: 150_000n }
const show = ({ answer, receipt, amount, version }: Bought<SignalAnswer>) =>
  console.log([answer.coin, answer.signal.direction.length > 3, receipt.status, amount, version! > 0].join(" "))
${sessions.replace("http()", 'http(origin + "/api/sandbox/rpc")').replace(/^await buyer\.endSession.*$/m, "")}
show(await buyer.buy("/signal/ETH"))
// Another process with the same wallet continues the channel.
const restarted = createBuyer({ ...options, signer, session: deposits })
show(await restarted.buy("/signal/SOL"))
console.log(String(await restarted.endSession("/signal/BTC")))
`

test.describe("the packed TypeScript client", () => {
  let [folder, project] = ["", ""]
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "signal402-client-"))
    project = await installPacked(folder)
  })
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test("buys a typed answer by a transfer, and buys each version once", async ({ origin, chain, terms }) => {
    const payer = await newPayer(origin)
    const output = await compileAndRun(project, DECLARED + purchaseAt(origin, terms.asset), payer)
    expect(output).toMatch(/^[A-Z_]+ verified\n$/)
    expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - signalContract.price)
  })

  test("runs the budget program of the docs as printed", async ({ origin, chain }) => {
    const { key, address } = unfundedPayer()
    writeFileSync(join(project, "budget.mjs"), program("budget.mjs", origin))
    const output = await exec(project, process.execPath, ["budget.mjs"], { KEY: key })
    expect(output).toMatch(/^50000n\n[A-Z_]+ verified\n/)
    expect(await chain.balanceOf(address)).toBeLessThan(FAUCET_AMOUNT)
  })

  test("buys in a browser, from a page of another origin", async ({ page, origin, chain, terms }) => {
    const payer = await newPayer(origin)
    const script = await bundleForBrowser(project, purchaseAt(origin, terms.asset), payer)
    const site = await startCrossOriginSite(script)
    try {
      // The browser also logs the 402, as an error.
      const printing = page.waitForEvent("console", (message) => message.type() === "log")
      const [printed] = await Promise.all([printing, page.goto(site.url)])
      expect(printed.text()).toMatch(/^[A-Z_]+ verified$/)
      expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - signalContract.price)
    } finally {
      site.stop()
    }
  })

  test("buys by a session with one deposit, continues after a restart, and gets the remaining deposit back", async ({
    origin,
    chain,
    terms,
  }) => {
    const payer = await newPayer(origin)
    const output = await compileAndRun(project, buyBySession, payer, { ORIGIN: origin, ASSET: terms.asset })
    const bought = ["ETH", "SOL"].map((coin) => `${coin} true verified 50000 true\n`)
    expect(output).toBe(`${bought.join("")}${DEPOSIT - 3n * signalContract.price}\n`)
    expect(await chain.balanceOf(payer.address)).toBe(FAUCET_AMOUNT - 3n * signalContract.price)
  })
})
