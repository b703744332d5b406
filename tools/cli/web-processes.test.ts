import { execFile } from "node:child_process"
import { expect, test } from "vitest"
import { findFreePort } from "@/tools/sandbox/local-port"
import { scripts } from "@/package.json"
import { KEEP_ALIVE_MS } from "./keep-alive"
import { SERVER_FLAGS } from "./web-processes"

test("npm start uses the same server flags as startWebProcesses()", () => {
  expect(scripts.start).toContain(` --keepAliveTimeout ${KEEP_ALIVE_MS}`)
  expect(scripts.start).toContain(`node ${SERVER_FLAGS.join(" ")} node_modules/next/`)
})

test("a server that exits before it is ready rejects the wait at once", async () => {
  // Nothing is configured, so the server refuses to start.
  const code = `const { startWebProcesses } = await import("./tools/cli/web-processes.ts")
    const env = { ...process.env, MODE: "live", PAY_TO: "", RPC_URL: "" }
    await startWebProcesses({ command: "start", port: ${await findFreePort()}, count: 1, env }).catch(({ message }) => console.log(message))`
  const startedMs = performance.now()
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], (_, text) => resolve(text))
  })
  expect(stdout).toContain("The server ended before it was ready")
  expect(performance.now() - startedMs).toBeLessThan(60_000)
}, 70_000)
