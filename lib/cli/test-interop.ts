import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { signalContract } from "@/lib/api/signal"
import { toPython } from "@/lib/client/inspector/snippets"
import { findFreePort } from "@/lib/sandbox/chain/local-port"
import { viewChain } from "@/lib/testing/payments/chain-view"
import { newPayer, PLAY_MONEY } from "@/lib/testing/payments/x402-payer"
import { runCommand } from "./command"
import { finished } from "./run"
import { startSandboxServer } from "./sandbox-server"

const USAGE = `npm run test:interop      buys with the official Python client, by the very text that the dashboard shows

Needs python3 with venv, and the package index for what e2e/clients/requirements.txt names.`

const PATH = "/api/signal/BTC"

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "signal402-interop-"))
  try {
    const python = await preparePython(join(folder, "venv"))
    const server = await startSandboxServer({
      command: "start",
      port: await findFreePort(),
      dataDir: join(folder, "data"),
      fresh: true,
      progress: (line) => console.log(line),
    })
    try {
      await buy(python, folder, server.origin)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A Python of its own with the official client, so that nothing of this machine changes. */
async function preparePython(venv: string): Promise<string> {
  await finished(spawn("python3", ["-m", "venv", venv], { stdio: "inherit" }), "python3 -m venv")
  const python = join(venv, "bin", "python")
  const install = [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "-r",
    "e2e/clients/requirements.txt",
  ]
  await finished(spawn(python, install, { stdio: "inherit" }), "pip install")
  return python
}

async function buy(python: string, folder: string, origin: string): Promise<void> {
  const payer = await newPayer(origin)
  const price = signalContract.price
  const script = join(folder, "buy.py")
  writeFileSync(
    script,
    toPython({ path: PATH }, { origin, network: "eip155:8453", amount: price.toString(), sandbox: true }),
  )
  const child = spawn(python, [script], {
    env: { ...process.env, PRIVATE_KEY: payer.key, PYTHONIOENCODING: "utf-8" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const [output] = await Promise.all([text(child.stdout), finished(child, "The Python client")])
  const chain = await viewChain(origin)
  const paid = PLAY_MONEY - (await chain.balanceOf(payer.address))
  if (!output.includes("'coin': 'BTC'")) throw new Error(`The answer is not a signal: ${output.slice(0, 400)}`)
  if (paid !== price) throw new Error(`It paid ${paid} instead of ${price}.`)
  const [transfer] = await chain.transfersFrom(payer.address)
  console.log(`The Python client bought ${PATH} for ${price} in ${transfer?.transaction}.`)
}

await runCommand(main, { usage: USAGE })
