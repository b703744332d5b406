import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "@/tools/sandbox/local-port"
import { httpAgent, mcpAgent, type Outcome } from "@/tools/testing/agent/agents"
import { type Task, TASKS } from "@/tools/testing/agent/tasks"
import { viewChain } from "@/tools/testing/payments/chain-view"
import { FAUCET_AMOUNT, newPayer, officialClient } from "@/tools/testing/payments/x402-payer"
import { runCommand } from "./command"
import { startSandboxServer } from "./sandbox-server"

const USAGE = `npm run test:agent

A program that knows the address of the service, a wallet and one sentence finds, prices, buys and reads what the sentence asks for,
within a budget, over HTTP and over MCP, from the documents alone. Fails when a step needs other knowledge. Prints the steps.`

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "signal402-agent-"))
  try {
    const server = await startSandboxServer({
      command: "start",
      port: await findFreePort(),
      dataDir: join(folder, "data"),
      fresh: true,
      everythingSold: true,
      progress: (line) => console.log(line),
    })
    try {
      const rows: string[] = []
      for (const task of TASKS) {
        for (const [way, agent] of [
          ["HTTP", httpAgent],
          ["MCP", mcpAgent],
        ] as const) {
          rows.push(await tryTask(task, { way, agent, origin: server.origin }))
        }
      }
      console.log(["", "need | way | found | price | steps | result", "---|---|---|---|---|---", ...rows].join("\n"))
      if (rows.some((row) => row.includes("FAILED"))) process.exitCode = 1
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Way = { readonly way: string; readonly agent: typeof httpAgent; readonly origin: string }

async function tryTask({ need, budget, price, expected }: Task, { way, agent, origin }: Way): Promise<string> {
  const payer = await newPayer(origin)
  try {
    const outcome = await agent({ address: origin, wallet: officialClient(payer), need, budget })
    const paid = FAUCET_AMOUNT - (await (await viewChain(origin)).balanceOf(payer.address))
    const problem = problemOf(outcome, { price, expected, paid })
    const result = problem ?? (outcome.answer === null ? "above the budget, nothing signed" : `paid ${paid}`)
    return `${need} | ${way} | ${outcome.found} | ${outcome.price} | ${outcome.steps.join("; ")} | ${result}`
  } catch (error) {
    return `${need} | ${way} | – | – | – | FAILED: ${error instanceof Error ? error.message : String(error)}`
  }
}

type Expected = { readonly price: number; readonly expected: RegExp; readonly paid: bigint }

function problemOf(outcome: Outcome, { price, expected, paid }: Expected): string | null {
  if (outcome.price !== price) return `FAILED: found something for ${outcome.price} instead of ${price}`
  const owed = outcome.answer === null ? 0n : BigInt(Math.round(price * 1e6))
  if (paid !== owed) return `FAILED: paid ${paid} instead of ${owed}`
  return expected.test(JSON.stringify(outcome.answer)) ? null : `FAILED: the answer lacks ${String(expected)}`
}

await runCommand(main, { usage: USAGE, options: {} })
