import { parseArgs } from "node:util"
import { z } from "zod"
import { startSandboxServer } from "./sandbox-server"

const Env = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3402),
  DATA_DIR: z.string().min(1).default(".signal402"),
})

/** `npm run demo [-- --fresh]` and `npm run dev`: the whole product in the sandbox, until Ctrl-C. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { fresh: { type: "boolean", default: false }, dev: { type: "boolean", default: false } },
  })
  const env = Env.safeParse(process.env)
  if (!env.success) throw new Error(z.prettifyError(env.error))
  const server = await startSandboxServer({
    command: values.dev ? "dev" : "start",
    port: env.data.PORT,
    dataDir: env.data.DATA_DIR,
    fresh: values.fresh,
    progress: (line) => console.log(line),
  })
  const asked = new Promise<void>((resolve) => {
    process.on("SIGINT", () => resolve()).on("SIGTERM", () => resolve())
  })
  console.log(`\n  Signal402 is open: ${server.origin}\n`)
  console.log("  Sandbox: a simulated market, a local chain, play money. Ctrl-C stops it.")
  await Promise.race([asked, server.exited])
  await server.stop()
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
