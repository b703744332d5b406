import { execFile } from "node:child_process"
import { z } from "zod"
import type { Payer } from "@/tools/testing/payments/x402-payer"
import type { Deployment } from "./deployment"
import type { Purchase } from "./payers"

/** The ledger leaves the newest ten blocks out in live mode. */
const FINAL_BLOCKS = 12

const Report = z.object({
  total: z.object({
    sales: z.number(),
    usdc: z.string(),
    gasEther: z.string(),
    gasUsdc: z.string().nullable(),
    marginUsdc: z.string().nullable(),
  }),
})
const Reconciled = z.object({ agree: z.boolean(), differences: z.array(z.unknown()) })

export type LedgerTotal = z.output<typeof Report>["total"]

export type Bought = { readonly payer: Payer; readonly purchases: readonly Purchase[] }

/** A payer is served when each of its purchases was delivered, and charged once when it made no other payment. */
export async function auditPayers(
  deployment: Pick<Deployment, "balanceOf">,
  bought: readonly Bought[],
  { granted, price }: { readonly granted: bigint; readonly price: bigint },
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const { payer, purchases } of bought) {
    const delivered = purchases.filter(({ deliveredMs }) => deliveredMs !== null)
    const unserved = purchases.length - delivered.length
    if (unserved > 0) faults.push(`${payer.address} was not served ${unserved} times`)
    const charged = granted - (await deployment.balanceOf(payer.address))
    const due = price * BigInt(delivered.length)
    if (charged > due) faults.push(`${payer.address} was charged ${charged} and got answers for ${due}`)
    if (charged < due) faults.push(`${payer.address} got answers for ${due} and was charged ${charged}`)
  }
  return faults
}

/** Compares ledger and chain by the operator's own commands. */
export async function auditLedger(deployment: Deployment): Promise<readonly string[]> {
  await deployment.client.mine({ blocks: FINAL_BLOCKS })
  const { agree, differences } = Reconciled.parse(
    await ledger(deployment, ["reconcile", "--from-block", "0", "--json"]),
  )
  return agree ? [] : differences.map((difference) => `ledger and chain differ: ${JSON.stringify(difference)}`)
}

export async function ledgerTotal(deployment: Deployment): Promise<LedgerTotal> {
  return Report.parse(await ledger(deployment, ["report", "--by", "day", "--with-gas", "--json"])).total
}

async function ledger(deployment: Deployment, args: readonly string[]): Promise<unknown> {
  const [ports] = deployment.processPorts
  if (ports === undefined) throw new Error("The deployment has no process.")
  const env = deployment.variables(ports)
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      ["--import", "tsx", "tools/cli/ledger.ts", ...args],
      { env },
      (error, stdout, stderr) => {
        // Differences end the command with 1; they are in its output.
        if (stdout === "") reject(new Error(`ledger ${args.join(" ")}: ${stderr}`, { cause: error }))
        else resolve(stdout)
      },
    )
  })
  return JSON.parse(output)
}

/** `signal402_payments_usdc_total` of all processes together, in atomic USDC. */
export async function meteredUsdc({ processPorts }: Pick<Deployment, "processPorts">): Promise<bigint> {
  const values = await Promise.all(
    processPorts.map(async ({ metricsPort }) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return [...text.matchAll(/^signal402_payments_usdc_total\{[^}]*\} (\S+)$/gm)].map(([, value]) => Number(value))
    }),
  )
  return BigInt(Math.round(values.flat().reduce((sum, value) => sum + value, 0) * 1e6))
}
