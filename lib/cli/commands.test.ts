import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { findFreePort } from "@/lib/sandbox/chain/local-port"
import { startSandboxChain } from "@/lib/sandbox/chain/sandbox-chain"
import { bundled } from "@/lib/testing/bundled"
import { postgresUrl } from "@/lib/testing/databases/databases"

type Said = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

function call(program: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Said> {
  // The test runner has a variable of this name too.
  const { MODE: _, ...inherited } = process.env
  const options = { env: { ...inherited, ...variables } }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, program, options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
}

test.each([
  ["lib/cli/check.ts", ["--only", "nosuch"], 2, 'There is no check "nosuch".'],
  ["bench/run.ts", ["nosuch"], 2, 'There is no benchmark "nosuch".'],
  ["lib/cli/demo.ts", ["--processes", "2"], 2, "Several processes share a database: add --postgres URL."],
  ["lib/cli/demo.ts", ["--processes", "many"], 2, "--processes must be a whole number from 1 to 16."],
  ["lib/cli/goals.ts", ["nosuch"], 1, "There are no candles below nosuch: nothing can be measured."],
] as const)(
  "%s %j ends with %i",
  async (file, args, status, words) => {
    const said = await call(["--import", "tsx", file, ...args])
    expect([said.status, said.stdout]).toEqual([status, ""])
    expect(said.stderr).toContain(words)
    expect(said.stderr, "no stack").not.toMatch(/^ +at /m)
  },
  30_000,
)

test.each([
  ["a file", async () => ({})],
  ["PostgreSQL", async () => ({ DATABASE_URL: await postgresUrl() })],
] as const)(
  "a facilitator on %s whose port is taken says so and ends, with the chain that it had started",
  async (_, database) => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const address = taken.address()
    const port = typeof address === "object" ? String(address?.port) : ""
    const dataDir = mkdtempSync(join(tmpdir(), "signal402-facilitator-"))
    try {
      const variables = { DATA_DIR: dataDir, FACILITATOR_PORT: port, ...(await database()) }
      const { status, stderr } = await call([bundled("lib/cli/facilitator.ts")], variables)
      expect(status).toBe(1)
      expect(stderr).toContain(`address already in use 127.0.0.1:${port}`)
    } finally {
      taken.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  60_000,
)

test("a facilitator beside a service's PostgreSQL ends when it is told to", async () => {
  const chain = await startSandboxChain()
  const variables = {
    RPC_URL: chain.rpcUrl,
    SETTLER_PRIVATE_KEY: chain.settlerPrivateKey,
    USDC_ADDRESS: chain.usdcAddress,
    PAY_TO: `0x${"1".repeat(40)}`,
    DATABASE_URL: await postgresUrl(),
    FACILITATOR_PORT: String(await findFreePort()),
  }
  const child = spawn(process.execPath, [bundled("lib/cli/facilitator.ts")], {
    env: { ...process.env, ...variables, MODE: "sandbox" },
    stdio: ["ignore", "pipe", "ignore"],
  })
  try {
    const [said] = await Promise.race([once(child.stdout, "data"), once(child, "exit")])
    expect(String(said)).toContain("Facilitator: http://127.0.0.1:")
    child.kill("SIGTERM")
    expect(await once(child, "exit")).toEqual([0, null])
  } finally {
    child.kill("SIGKILL")
    await chain.stop()
  }
}, 60_000)
