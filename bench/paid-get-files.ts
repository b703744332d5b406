import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { Session } from "node:inspector/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { openSandbox } from "@/tools/cli/sandbox-environment"
import { groupBy } from "@/lib/domain/group-by"
import { findFreePort } from "@/tools/sandbox/local-port"
import { signFor } from "@/tools/testing/payments/x402-payer"
import { fundedBuyers } from "./payments/buyers"
import { ask } from "./payments/load"

/*
 * Lists the files that one paid `GET /api/signal/BTC` passes, from the connection to the settled answer, with their lines.
 * A file counts when V8 saw one of its functions run in each of the measured purchases, so background work does not count.
 *
 * Run with `npx tsx bench/paid-get-files.ts`. The run takes half a minute.
 */

const [PURCHASES, PAUSE_MS] = [4, 2_000]

const dataDir = mkdtempSync(join(tmpdir(), "signal402-files-"))
const port = await findFreePort()
const origin = `http://localhost:${port}`
const sandbox = await openSandbox({ dataDir, origin, fresh: true })
Object.assign(process.env, sandbox.variables, { SANDBOX_REPLAY_DAYS: "0" })
const profiler = new Session()
profiler.connect()
await profiler.post("Profiler.enable")
await profiler.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })

createServer(await createListener()).listen(port)
const url = `${origin}/api/signal/BTC`
const purchases: (readonly string[])[] = []
for (const buyer of await fundedBuyers(PURCHASES, sandbox.rpcUrl, dataDir)) {
  const headers = await signFor(url, buyer)
  await sleep(PAUSE_MS)
  await filesSinceLastCall()
  const { status } = await ask(url, headers)
  purchases.push(await filesSinceLastCall())
  if (status !== 200) throw new Error(`The purchase was answered with ${status}.`)
}
print([...new Set(purchases.flat())].filter((file) => purchases.every((files) => files.includes(file))))
await sandbox.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit()

/** The routes of the product behind the listener that they have in production. Loaded after the variables are set. */
async function createListener() {
  const { apiRoutes } = await import("@/lib/server/runtime/api-routes")
  const { createFastPath } = await import("@/lib/server/http/fast-path/fast-path")
  const { routeOptions } = await import("@/lib/server/runtime/routes")
  return createFastPath({ routes: apiRoutes, origin, clientHeader: null, routeOptions, onError: console.error })
}

async function filesSinceLastCall(): Promise<readonly string[]> {
  const { result } = await profiler.post("Profiler.takePreciseCoverage")
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
  const files = ran.filter(({ url }) => url.startsWith("file:")).map(({ url }) => relative("", fileURLToPath(url)))
  return files.filter((file) => /^(?:app|lib)\/(?!sandbox|testing|cli)/.test(file))
}

function print(files: readonly string[]): void {
  for (const folder of groupBy(files.toSorted(), dirname)) {
    console.log(`${dirname(folder[0])}: ${sumOf(folder)}`)
    for (const file of folder) console.log(`${String(linesOf(file)).padStart(6)} ${file}`)
  }
  console.log(`All: ${sumOf(files)}`)
}

function sumOf(files: readonly string[]): string {
  return `${files.length} files, ${files.reduce((sum, file) => sum + linesOf(file), 0)} lines`
}

function linesOf(file: string): number {
  return readFileSync(file, "utf8").split("\n").length - 1
}
