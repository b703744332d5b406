import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseUsdc } from "@/lib/domain/usdc"
import { serverUser } from "@/tools/sandbox/postgres/server-user"
import { FAUCET_AMOUNT, unfundedPayer } from "@/tools/testing/payments/x402-payer"
import { type CommandArgs, runCommand } from "./command"
import { auditPayers } from "./operation/audit"
import { openDeployment, startProcess } from "./operation/deployment"
import { buildContainer, type Container } from "./operation/container"
import { assembleImage } from "./operation/image"
import { buy, createSendRequest, type Purchase } from "./operation/payers"
import { run } from "./run"

const USAGE = `npm run test:container [-- --as-built]

Builds the Dockerfile's last stage with buildah and starts it with podman by the line of docs/operating.md: read-only, in live mode on
a local chain, with the embedded database. Without these programs, or where the machine permits no containers, it does the same steps
in an empty folder and starts the server there as a user without rights. A payer buys, the server is killed and started again, and the
payer buys again. Prints which of the two was done, size and start time. Ends with 1 when the payer was not served, was charged twice, or when the folder has a file with secrets or a
package that a live server never loads.

--as-built does not build again; the build must be one with BUILD_STANDALONE=1`

const options = { "as-built": { type: "boolean", default: false } } as const

const PATH = "/api/signal/BTC"
const PRICE = parseUsdc("0.05")

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  if (!values["as-built"] || !existsSync(".next/standalone/server.js")) {
    await run("next", ["build"], { env: { ...process.env, BUILD_STANDALONE: "1", NEXT_TELEMETRY_DISABLED: "1" } })
  }
  const root = mkdtempSync(join(tmpdir(), "signal402-image-"))
  const image = assembleImage(root)
  console.log(`${Math.round(image.bytes / 1e6)} MB without Node`)
  const unwanted = [...image.secrets, ...image.unused]
  const container = await buildContainer(join(root, "container"))
  console.log(
    typeof container === "string" ? `no container, by script: ${container}` : `in a container: ${container.about}`,
  )
  const start = typeof container === "string" ? inFolder(root, image) : inContainer(container)
  try {
    const faults = [...unwanted.map((path) => `the image has ${path}`), ...(await sellFrom(root, start))]
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    if (typeof container !== "string") container.remove()
  }
  rmSync(root, { recursive: true, force: true })
}

type Launch = NonNullable<Parameters<typeof startProcess>[2]["launch"]>

/** The server in a folder of this machine, as a user without rights. */
function inFolder(root: string, image: ReturnType<typeof assembleImage>): Launch {
  const user = serverUser()
  const data = join(root, "data")
  mkdirSync(data, { mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid)
  return (env, { port }, log) =>
    image.launch({ ...env, DATABASE_URL: "", DATA_DIR: data, HOSTNAME: "127.0.0.1", PORT: String(port) }, { user, log })
}

/** The image's own variables stay, and those of this machine stay outside. */
function inContainer({ launch }: Container): Launch {
  return (env, { port }, log) => {
    const own = Object.entries(env).filter(([name, value]) => value !== "" && value !== process.env[name])
    const { DATABASE_URL: _, DATA_DIR: __, ...kept } = Object.fromEntries(own) as Record<string, string>
    return launch({ ...kept, HOSTNAME: "127.0.0.1", PORT: String(port) }, log)
  }
}

async function sellFrom(root: string, launch: Launch): Promise<readonly string[]> {
  const deployment = await openDeployment(root, 1)
  const [ports] = deployment.processPorts
  if (ports === undefined) throw new Error("The deployment has no process.")
  try {
    const payer = unfundedPayer()
    await deployment.mint([payer.address], FAUCET_AMOUNT)
    const ask = createSendRequest(deployment.proxy)
    const purchases: Purchase[] = []
    for (const what of ["empty", "killed"]) {
      const server = await startProcess(deployment, ports, { path: PATH, launch })
      console.log(`first 402 after ${(server.firstQuoteMs / 1_000).toFixed(1)} s, ${what}`)
      purchases.push(await buy(ask, PATH, payer))
      await server.kill()
    }
    return await auditPayers(deployment, [{ payer, purchases }], { granted: FAUCET_AMOUNT, price: PRICE })
  } finally {
    await deployment.stop()
  }
}

await runCommand(main, { usage: USAGE, options })
