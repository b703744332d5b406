import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { type Contract, isPaid } from "@/lib/api/contract"
import { catalogue } from "@/lib/endpoints/catalogue"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { exampleUrl } from "@/lib/server/documents/discovery"
import { program } from "@/tools/testing/docs/programs"
import { viewChain } from "@/tools/testing/payments/chain-view"
import { FAUCET_AMOUNT, newPayer } from "@/tools/testing/payments/x402-payer"
import type { InteropClient } from "./client"
import { installNpm } from "./install"

const VERSION = "0.11.0"
const packages = [`mppx@${VERSION}`, "viem@2.57.1"]

const Check = z.object({ label: z.string(), severity: z.string(), detail: z.string().optional() })

/** What `mppx validate` prints. It pays nothing, because it has no wallet. */
const Validation = z.object({
  discovery: z.object({ valid: z.boolean(), checks: z.array(Check) }),
  endpoints: z.array(z.object({ challenge: z.array(Check), errorHandling: z.array(Check) })).min(1),
  summary: z.object({ passed: z.number(), failed: z.number(), warnings: z.number() }),
})

/** The official client of MPP and its validator. */
export const mppClients: readonly InteropClient[] = [
  {
    name: "mppx (MPP)",
    version: VERSION,
    scheme: "MPP `evm` charge",
    needs: ["npm"],
    run: async (context) => {
      const { origin, folder, exec } = context
      await installNpm(context, packages)
      writeFileSync(join(folder, "mpp.mjs"), program("mpp.mjs", origin))
      const payer = await newPayer(origin)
      const output = await exec("node", ["mpp.mjs"], { KEY: payer.key })
      const isBought = /^200 \{\s+method: 'evm',/.test(output) && output.includes("coin: 'BTC'")
      if (!isBought) throw new Error(`It answered ${output.slice(0, 400)}`)
      const paid = FAUCET_AMOUNT - (await (await viewChain(origin)).balanceOf(payer.address))
      if (paid !== signalContract.price) throw new Error(`It paid ${paid} instead of ${signalContract.price}.`)
      return "bought by `Authorization: Payment`"
    },
  },
  {
    name: "mppx validate",
    version: VERSION,
    needs: ["npm"],
    run: async (context) => {
      const { origin, folder, exec } = context
      await installNpm(context, packages)
      // Accounts and settings of this machine are not used.
      mkdirSync(join(folder, "home"))
      // It fills in parameters of the path alone, and ends with 1 after a finding. The report says which one.
      const command = 'npx mppx validate "$0" --output-json "$@" > report.json || true'
      const queries = requiredParameters(origin).flatMap((parameter) => ["--query", parameter])
      await exec("sh", ["-c", command, origin, ...queries], { HOME: join(folder, "home") })
      const output = readFileSync(join(folder, "report.json"), "utf8")
      const { discovery, endpoints, summary } = Validation.parse(JSON.parse(output))
      const all = [...discovery.checks, ...endpoints.flatMap((one) => [...one.challenge, ...one.errorHandling])]
      const bad = all.filter(({ severity }) => severity === "fail" || severity === "warn")
      if (!discovery.valid || bad.length > 0) throw new Error(JSON.stringify(bad))
      return `${summary.passed} checks at ${endpoints.length} endpoints passed, no warnings`
    },
  },
]

/** An example of each parameter that some paid endpoint requires, as `name=value`. Others ignore it. */
function requiredParameters(origin: string): readonly string[] {
  const paid = (catalogue as readonly Contract[]).filter(isPaid)
  return paid.flatMap((contract) =>
    [...new URL(exampleUrl(contract, origin)).searchParams].map(([name, value]) => `${name}=${value}`),
  )
}
