import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { binOf } from "@/tools/cli/run"

const forbidden = [
  ["lib/domain/signals/probe.ts", "@/lib/store/open-store"],
  ["lib/domain/signals/probe.ts", "zod"],
  ["lib/domain/signals/probe.ts", "node:fs"],
  ["lib/api/probe.ts", "@/lib/x402/gate/gate"],
  ["lib/endpoints/signal/probe.ts", "@/lib/market/sources/binance/client"],
  ["lib/endpoints/signal/probe.ts", "@/lib/server/http/route"],
  ["lib/server/documents/probe.ts", "@/lib/endpoints/signal/answer"],
  ["lib/client/wallet/probe.ts", "@/lib/endpoints/answers"],
  ["components/panels/probe.tsx", "@/lib/endpoints/signal/answer"],
  ["lib/usecases/probe.ts", "@/lib/market/sources/binance/client"],
  ["lib/market/sources/binance/probe.ts", "@/lib/sandbox/market/simulated-market"],
  ["lib/outbound/probe.ts", "@/lib/market/sources/binance/client"],
  ["lib/market/feeds/probe.ts", "@/lib/x402/gate/gate"],
  ["lib/x402/ledger/probe.ts", "@/lib/x402/gate/gate"],
  ["lib/x402/probe.ts", "@/lib/server/http/paid-route"],
  ["lib/x402/wire/probe.ts", "@/lib/x402/settlement/settler"],
  ["lib/x402/settlement/probe.ts", "@/lib/x402/gate/gate"],
  ["lib/x402/remote/probe.ts", "@/lib/server/http/paid-route"],
  ["lib/server/http/probe.ts", "@/lib/server/runtime/runtime"],
  ["lib/server/mcp/probe.ts", "@/lib/server/http/route"],
  ["lib/server/mcp/probe.ts", "@/lib/x402/gate/gate"],
  ["lib/server/mcp/probe.ts", "@/app/api/signal/[coin]/route"],
  ["lib/server/config/probe.ts", "@/lib/server/runtime/runtime"],
  ["lib/server/runtime/probe.ts", "@/tools/testing/payments/payment-setup"],
  ["lib/server/runtime/probe.ts", "@/lib/client/purchase/receipt"],
  ["lib/server/nextjs/probe.ts", "@/lib/server/http/route"],
  ["lib/record/probe.ts", "@/lib/server/runtime/runtime"],
  ["lib/versions/probe.ts", "@/lib/server/http/route"],
  ["lib/server/health/probe.ts", "@/lib/server/runtime/config"],
  ["tools/cli/probe.ts", "@/components/panels/product/product-of"],
  ["tools/cli/probe.ts", "@/app/api/signal/[coin]/route"],
  ["tools/cli/probe.ts", "@/e2e/support/fixtures"],
  ["tools/testing/probe.ts", "@/e2e/support/fixtures"],
  ["tools/testing/probe.ts", "@/tools/cli/demo"],
  ["lib/client/wallet/probe.ts", "@/lib/server/config/env"],
  ["lib/client/wallet/probe.ts", "@/lib/server/runtime/config"],
  ["components/panels/probe.tsx", "@/lib/x402/ledger/ledger"],
  ["app/(dashboard)/probe.tsx", "@/lib/sandbox/market/simulated-market"],
  ["lib/domain/signals/probe.ts", "../usdc"],
  ["tools/ledger/probe.ts", "@/tools/cli/ledger"],
  ["tools/sandbox/probe.ts", "@/tools/testing/payments/fixtures"],
] as const

const allowed = [
  ["tools/ledger/probe.ts", "@/lib/x402/ledger/ledger"],
  ["lib/domain/signals/probe.ts", "@/lib/domain/market/coin"],
  ["lib/domain/signals/probe.ts", "./vote-counts"],
  ["lib/x402/probe.ts", "@/lib/x402/ledger/ledger"],
  ["lib/x402/settlement/probe.ts", "@/lib/x402/wire/reason"],
  ["lib/x402/remote/probe.ts", "@/lib/outbound/circuit-breaker"],
  ["lib/server/mcp/probe.ts", "@/lib/x402/wire/challenge"],
  ["components/panels/probe.tsx", "@/lib/endpoints/signal/contract"],
  ["lib/client/wallet/probe.ts", "@/lib/endpoints"],
  ["lib/endpoints/signal/probe.ts", "@/lib/usecases/read-market"],
  ["lib/server/config/probe.ts", "@/lib/domain/errors"],
  ["lib/server/runtime/probe.ts", "@/lib/sandbox/market/simulated-market"],
  ["lib/server/health/probe.ts", "@/lib/store/open-store"],
  ["tools/cli/probe.ts", "@/tools/testing/payments/payment-setup"],
  ["tools/cli/probe.ts", "@/lib/client/screens"],
] as const

/** A folder with a copy of the lint rules and the probe files, outside of the repository. */
let folder = ""
/** Probe files that lint refuses for their import. */
let refused: ReadonlySet<string> = new Set()
let inCircles: ReadonlySet<string> = new Set()

const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

const probeFile = (file: string, imported: string) =>
  file.replace(/probe(\.tsx?)$/, `probe-${imported.replace(/\W/g, "_")}$1`)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "boundaries-"))
  const rules = readFileSync(".oxlintrc.json", "utf8").replace('"typeAware": true', '"typeAware": false')
  writeFileSync(join(folder, ".oxlintrc.json"), rules)
  for (const [file, imported] of [...forbidden, ...allowed]) {
    const path = join(folder, probeFile(file, imported))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `import { thing } from "${imported}"\n\nexport const used = thing\n`)
  }
  writeFileSync(
    join(folder, "lib/domain/circle-a.ts"),
    `import type { B } from "./circle-b"\n\nexport type A = B | 1\n`,
  )
  writeFileSync(join(folder, "lib/domain/circle-b.ts"), `import type { A } from "./circle-a"\n\nexport type B = A[]\n`)
  const { stdout } = spawnSync(process.execPath, [binOf("oxlint"), "--format", "json"], {
    cwd: folder,
    encoding: "utf8",
  })
  const { diagnostics } = Report.parse(JSON.parse(stdout))
  const filesOf = (rule: string) =>
    new Set(diagnostics.filter(({ code }) => code.includes(rule)).map(({ filename }) => filename))
  refused = filesOf("no-restricted-imports")
  inCircles = filesOf("no-cycle")
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(forbidden)("%s may not import %s", (file, imported) => {
  expect(refused).toContain(probeFile(file, imported))
})

test.each(allowed)("%s may import %s", (file, imported) => {
  expect(refused).not.toContain(probeFile(file, imported))
})

test("lint refuses two files that import each other's types", () => {
  expect([...inCircles].toSorted()).toEqual(["lib/domain/circle-a.ts", "lib/domain/circle-b.ts"])
})
