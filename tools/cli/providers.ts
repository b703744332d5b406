import { CommandEnv } from "@/lib/server/config/command-variables"
import { loadVariables } from "@/lib/server/config/load"
import { Env } from "@/lib/server/config/variables"
import { parseFaults } from "@/lib/sandbox/market/faults"
import { startProviderServer } from "@/tools/sandbox/provider-server"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { US_CLOUD_FAULTS } from "@/tools/sandbox/us-cloud"
import { type CommandArgs, runCommand } from "./command"

const Variables = Env.pick({ SANDBOX_SEED: true, SANDBOX_FAULTS: true }).extend(
  CommandEnv.pick({ PROVIDERS_PORT: true }).shape,
)

const USAGE = `npm run providers [-- --us-cloud]      the sandbox's data providers alone, on this machine, until Ctrl-C

A server in live mode reads them with SOURCES_PROXY, so that a deployment can be rehearsed without a network. PROVIDERS_PORT
(4010) is where they listen, SANDBOX_SEED the market, SANDBOX_FAULTS their faults, for example kraken=html. --us-cloud makes them fail as
they do to a server in a cloud in the United States.`

const options = { "us-cloud": { type: "boolean", default: false } } as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  const { SANDBOX_SEED: seed, SANDBOX_FAULTS, PROVIDERS_PORT: port } = loadVariables(Variables)
  const market = createSimulatedMarket({ seed })
  const faults = parseFaults(values["us-cloud"] ? US_CLOUD_FAULTS : (SANDBOX_FAULTS ?? ""))
  const server = await startProviderServer(createSandboxFetch({ market, clock: Date.now, faults }), { port })
  console.log(`SOURCES_PROXY=${server.url}`)
  console.error("Simulated providers. Ctrl-C stops them.")
  await new Promise((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve))
  await server.stop()
}

await runCommand(main, { usage: USAGE, options })
