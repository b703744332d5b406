import { readdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { toPython } from "@/lib/client/stage/snippets"
import { viewChain } from "@/tools/testing/payments/chain-view"
import { FAUCET_AMOUNT, newPayer } from "@/tools/testing/payments/x402-payer"
import { readTerms } from "@/tools/testing/payments/x402-terms"
import type { InteropClient, InteropContext } from "./client"

const PATH = "/api/signal/BTC"

/** The official Python client, by the text that the dashboard shows. */
const officialPython: InteropClient = {
  name: "x402 (Python, official)",
  version: "2.25.0",
  scheme: "exact",
  needs: ["python3"],
  run: async (context) => {
    const { origin, folder, exec } = context
    const python = await installOfficialPython(context)
    const price = signalContract.price
    const terms = { origin, network: "eip155:8453", amount: price.toString(), sandbox: true } as const
    writeFileSync(join(folder, "buy.py"), toPython({ path: PATH }, terms))
    const payer = await newPayer(origin)
    const output = await exec(python, ["buy.py"], { PRIVATE_KEY: payer.key, PYTHONIOENCODING: "utf-8" })
    const chain = await viewChain(origin)
    const paid = FAUCET_AMOUNT - (await chain.balanceOf(payer.address))
    if (!output.includes("'coin': 'BTC'")) throw new Error(`The answer is not a signal: ${output.slice(0, 400)}`)
    if (paid !== price) throw new Error(`It paid ${paid} instead of ${price}.`)
    return "bought"
  },
}

const MYPY = "2.4.1"
const BUILD = "1.6.1"

/** Our own Python package, as it is built and installed. */
const ownPython: InteropClient = {
  name: "signal402-client (Python)",
  version: "2.0.0",
  scheme: "exact, batch-settlement",
  needs: ["python3"],
  run: async (context) => {
    const { origin, folder, exec } = context
    const python = await installOfficialPython(context)
    await exec(python, ["-m", "pip", "install", "--quiet", `mypy==${MYPY}`, `build==${BUILD}`])
    await exec(python, ["-m", "build", "--outdir", folder, resolve("clients/python")])
    const wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? ""
    await exec(python, ["-m", "pip", "install", "--quiet", join(folder, wheel)])
    const program = resolve("e2e/clients/programs/buyer.py")
    const lies = resolve("e2e/clients/programs/lying_service.py")
    const receipts = resolve("e2e/clients/programs/receipt_vectors.py")
    for (const checked of [[program], [lies], [receipts], ["-p", "signal402_client"]]) {
      await exec(python, ["-m", "mypy", "--strict", ...checked])
    }
    await exec(python, [lies])
    await exec(python, [receipts, resolve("e2e/clients/receipt-vectors.json")])
    const [payer, { asset }] = [await newPayer(origin), await readTerms(origin)]
    const output = await exec(python, [program], { ORIGIN: origin, ASSET: asset, KEY: payer.key })
    const paid = FAUCET_AMOUNT - (await (await viewChain(origin)).balanceOf(payer.address))
    if (paid !== 9n * signalContract.price) throw new Error(`It paid ${paid} for 9 answers: ${output}`)
    return "bought by transfer, from three processes and by session; types are complete"
  },
}

async function installOfficialPython({ folder, exec }: InteropContext): Promise<string> {
  await exec("python3", ["-m", "venv", "venv"])
  const python = join(folder, "venv", "bin", "python")
  await exec(python, ["-m", "pip", "install", "--quiet", "-r", resolve("e2e/clients/requirements.txt")])
  return python
}

export const pythonPackages: readonly InteropClient[] = [officialPython, ownPython]
