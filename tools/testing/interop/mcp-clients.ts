import { copyFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { program, setUp } from "@/tools/testing/docs/programs"
import { viewChain } from "@/tools/testing/payments/chain-view"
import { newPayer, officialClient } from "@/tools/testing/payments/x402-payer"
import { readChallenge } from "@/tools/testing/payments/x402-terms"
import type { InteropClient, InteropContext } from "./client"
import { installNpm, installPython } from "./install"

const PROGRAMS = resolve("e2e/clients/programs")
const X402_PYTHON = "2.25.0"
const INSPECTOR = "2.12.0"
const official = ["core", "evm", "fetch"].map((name) => `@x402/${name}@2.27.0`)

type Framework = Pick<InteropClient, "name" | "version"> & {
  readonly packages: readonly string[]
  readonly file: string
  /** What it does before it is helped. */
  readonly unhelped: string
  readonly result: string
}

/** Clients of MCP. Each one first calls a paid tool as it is, and then with what lets it pay. */
export const mcpClients: readonly InteropClient[] = [
  inJavaScript({
    name: "@ai-sdk/mcp (Vercel AI SDK)",
    version: "2.0.99",
    packages: ["@ai-sdk/mcp@2.0.99"],
    file: "ai-sdk.mjs",
    unhelped: '{"x402Version":2',
    result: "bought by [a `fetch` that pays](for-agents.md#frameworks-that-know-no-payment); its calls have no `_meta`",
  }),
  inJavaScript({
    name: "@langchain/mcp-adapters",
    version: "1.1.4",
    packages: ["@langchain/mcp-adapters@1.1.4", "@langchain/core@1.4.0", "@modelcontextprotocol/sdk@1.32.2"],
    file: "langchain.mjs",
    unhelped: "MCP tool 'signal' on server 'signal402' returned an error",
    result: "bought by [a `fetch` that pays](for-agents.md#frameworks-that-know-no-payment); its calls have no `_meta`",
  }),
  inPython({
    name: "langchain-mcp-adapters (Python)",
    version: "0.3.2",
    packages: ["langchain-mcp-adapters==0.3.2"],
    file: "langchain_mcp.py",
    unhelped: '{"x402Version":2',
    result: "bought by an [interceptor](../e2e/clients/programs/langchain_mcp.py); its calls have no `_meta`",
  }),
  inPython({
    name: "llama-index-tools-mcp (LlamaIndex, Python)",
    version: "0.6.0",
    packages: ["llama-index-tools-mcp==0.6.0"],
    file: "llamaindex_mcp.py",
    unhelped: '{"x402Version":2',
    result:
      "bought by a [subclass of its client](../e2e/clients/programs/llamaindex_mcp.py); its calls have no `_meta`",
  }),
  inPython({
    name: "x402.mcp (Python, official)",
    version: X402_PYTHON,
    packages: ["mcp==1.30.0"],
    file: "x402_mcp.py",
    unhelped: "threw: 1 validation error for CallToolRequestParams",
    result:
      "bought by [an adapter](../e2e/clients/programs/x402_mcp.py); without it, it throws before it asks, because it calls `mcp` with one argument",
  }),
  {
    name: "MCP inspector (command line)",
    version: INSPECTOR,
    scheme: "exact",
    needs: ["npm"],
    run: async (context) => {
      const { origin, folder, exec } = context
      // The inspector needs Node 22.
      await installNpm(context, [`@modelcontextprotocol/inspector@${INSPECTOR}`, "node@22"])
      const target = ["mcp-inspector", "--cli", `${origin}/mcp`, "--transport", "http", "--method"]
      const home = { HOME: folder }
      await exec("npx", [...target, "tools/list", "--strict"], home)
      const payer = await newPayer(origin)
      const payment = await officialClient(payer).createPaymentPayload(await readChallenge(`${origin}/api/signal/BTC`))
      const call = ["tools/call", "--tool-name", "signal", "--tool-arg", "coin=BTC"]
      const output = await exec(
        "npx",
        [...target, ...call, "--tool-metadata", `x402/payment=${JSON.stringify(payment)}`],
        home,
      )
      await requirePrice(context, payer.address, output)
      return "no problem of a schema under `--strict`; has no wallet, bought with a payment that was signed elsewhere"
    },
  },
]

function inJavaScript(framework: Framework): InteropClient {
  return {
    ...framework,
    scheme: "exact",
    needs: ["npm"],
    run: async (context) => {
      await installNpm(context, [...framework.packages, ...official, "viem@2.57.1"])
      const { folder, origin } = context
      writeFileSync(join(folder, "wallet.mjs"), `${setUp(origin)}\nexport { client }\n`)
      writeFileSync(join(folder, "paying-fetch.mjs"), program("paying-fetch.mjs", origin))
      return buyTwice(context, "node", framework)
    },
  }
}

function inPython(framework: Framework): InteropClient {
  return {
    ...framework,
    scheme: "exact",
    needs: ["python3"],
    run: async (context) => {
      const python = await installPython(context, [...framework.packages, `x402[evm,httpx]==${X402_PYTHON}`])
      copyFileSync(join(PROGRAMS, "mcp_payment.py"), join(context.folder, "mcp_payment.py"))
      return buyTwice(context, python, framework)
    },
  }
}

async function buyTwice(
  context: InteropContext,
  command: string,
  { file, unhelped, result }: Framework,
): Promise<string> {
  const { folder, origin, exec } = context
  copyFileSync(join(PROGRAMS, file), join(folder, file))
  const payer = await newPayer(origin)
  const output = await exec(command, [file], { KEY: payer.key, ORIGIN: origin })
  if (!output.startsWith(unhelped)) throw new Error(`Without help it printed ${output.slice(0, 400)}`)
  await requirePrice(context, payer.address, output)
  return result
}

/** @throws {Error} unless the wallet has paid once, and the price of a signal */
async function requirePrice({ origin }: InteropContext, payer: `0x${string}`, output: string): Promise<void> {
  const transfers = await (await viewChain(origin)).transfersFrom(payer)
  if (transfers.length !== 1 || transfers[0]?.value !== signalContract.price || !output.includes("direction")) {
    throw new Error(`It paid ${transfers.map(({ value }) => value).join(", ")} and printed ${output.slice(-400)}`)
  }
}
