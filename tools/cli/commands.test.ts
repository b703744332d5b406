import { execFile } from "node:child_process"
import { expect, test } from "vitest"

type ProcessResult = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

function call(program: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<ProcessResult> {
  // The test runner also sets MODE.
  const { MODE: _, ...inherited } = process.env
  const options = { env: { ...inherited, ...variables } }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, program, options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
}

test.each([
  ["tools/cli/check.ts", ["--only", "nosuch"], 2, 'There is no check "nosuch".'],
  ["bench/run.ts", ["nosuch"], 2, 'There is no benchmark "nosuch".'],
  ["tools/cli/demo.ts", ["--processes", "2"], 2, "Several processes share a database: add --postgres URL."],
  ["tools/cli/demo.ts", ["--processes", "many"], 2, "--processes must be a whole number from 1 to 16."],
  [
    "tools/cli/demo.ts",
    ["--live-data", "--postgres", "postgres://127.0.0.1/x"],
    2,
    "--live-data keeps a record of its own: use --postgres embedded.",
  ],
  ["tools/cli/sources-check.ts", ["--record", "docs"], 2, "--record needs a new or empty folder; docs has files."],
  [
    "tools/cli/sources-check.ts",
    ["--compare", "nosuch"],
    2,
    "--compare needs a folder of --record; nosuch does not exist.",
  ],
  ["tools/cli/goals.ts", ["nosuch"], 1, "There are no candles below nosuch: nothing can be measured."],
] as const)(
  "%s %j exits with %i and prints the reason",
  async (file, args, status, words) => {
    const said = await call(["--import", "tsx", file, ...args])
    expect([said.status, said.stdout]).toEqual([status, ""])
    expect(said.stderr).toContain(words)
    expect(said.stderr, "no stack").not.toMatch(/^ +at /m)
  },
  30_000,
)

test("demo --live-data without a network reports it and offers the simulated market", async () => {
  // Nothing listens on port 1.
  const said = await call(["--import", "tsx", "tools/cli/demo.ts", "--live-data"], {
    SOURCES_PROXY: "http://127.0.0.1:1",
  })
  expect(said.status).toBe(1)
  expect(said.stderr).toBe(
    "No data provider answers: this machine has no network, or a firewall is in the way.\n" +
      "The simulated market needs none: npm run demo\n",
  )
}, 30_000)
