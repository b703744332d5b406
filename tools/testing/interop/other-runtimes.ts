import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { viewChain } from "@/tools/testing/payments/chain-view"
import { newPayer, FAUCET_AMOUNT } from "@/tools/testing/payments/x402-payer"
import { readTerms } from "@/tools/testing/payments/x402-terms"
import type { InteropClient, InteropContext } from "./client"

const PACKAGE = "clients/typescript"

/** The purchase of the package's README, by the packed TypeScript client, in runtimes that npm's registry has. */
export const otherRuntimes: readonly InteropClient[] = [
  {
    name: "signal402-client in Bun",
    version: "1.4.5",
    scheme: "exact",
    needs: ["npm"],
    run: (context) => buyIn(context, "bun@1.4.5", ["bun", "run", "buy.ts"]),
  },
  {
    name: "signal402-client in Deno",
    version: "2.9.6",
    scheme: "exact",
    needs: ["npm"],
    run: (context) =>
      buyIn(context, "deno@2.9.6", ["deno", "run", "--allow-net", "--allow-env", "--allow-read", "buy.ts"]),
  },
]

async function buyIn(context: InteropContext, runtime: string, command: readonly string[]): Promise<string> {
  const { origin, folder, exec } = context
  const [payer, { asset }] = [await newPayer(origin), await readTerms(origin)]
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }')
  const install = ["install", "--no-audit", "--no-fund", "--silent"]
  await exec("npm", [...install, await pack(context), "viem", runtime])
  const [, purchase = ""] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(PACKAGE, "README.md"), "utf8")) ?? []
  const sandbox = `origin: "${origin}", asset: "${asset}",`
  writeFileSync(join(folder, "buy.ts"), purchase.replace('origin: "https://signal402.example",', sandbox))
  const output = await exec("npx", command, { KEY: payer.key })
  const paid = FAUCET_AMOUNT - (await (await viewChain(origin)).balanceOf(payer.address))
  if (!/^[A-Z_]+ verified\n$/.test(output) || paid !== signalContract.price) {
    throw new Error(`It paid ${paid} and printed ${output.slice(0, 400)}`)
  }
  return "bought"
}

/** Packs a copy, because packing builds. Returns the archive's path. */
async function pack({ folder, exec }: InteropContext): Promise<string> {
  const source = join(folder, "source")
  cpSync(PACKAGE, source, { recursive: true, filter: (path) => !path.includes("node_modules") })
  symlinkSync(resolve("node_modules"), join(source, "node_modules"))
  await exec("npm", ["pack", "--silent", source, "--pack-destination", folder])
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"))
  if (archive === undefined) throw new Error("npm pack has made no archive.")
  return join(folder, archive)
}
