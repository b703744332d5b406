import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { binOf } from "@/lib/cli/run"

const forbidden = [
  ["lib/domain/signals/probe.ts", "@/lib/store/open-store"],
  ["lib/domain/signals/probe.ts", "zod"],
  ["lib/domain/signals/probe.ts", "node:fs"],
  ["lib/api/probe.ts", "@/lib/payments/gate/gate"],
  ["lib/usecases/probe.ts", "@/lib/sources/binance/client"],
  ["lib/sources/binance/probe.ts", "@/lib/sandbox/market/simulated-market"],
  ["lib/outbound/probe.ts", "@/lib/sources/binance/client"],
  ["lib/feeds/probe.ts", "@/lib/payments/gate/gate"],
  ["lib/ledger/probe.ts", "@/lib/payments/gate/gate"],
  ["lib/payments/probe.ts", "@/lib/http/paid-route"],
  ["lib/payments/wire/probe.ts", "@/lib/payments/settlement/settler"],
  ["lib/payments/settlement/probe.ts", "@/lib/payments/gate/gate"],
  ["lib/payments/remote/probe.ts", "@/lib/http/paid-route"],
  ["lib/http/probe.ts", "@/lib/runtime/runtime"],
  ["lib/mcp/probe.ts", "@/lib/http/route"],
  ["lib/mcp/probe.ts", "@/lib/payments/gate/gate"],
  ["lib/mcp/probe.ts", "@/app/api/signal/[coin]/route"],
  ["lib/config/probe.ts", "@/lib/runtime/runtime"],
  ["lib/runtime/probe.ts", "@/lib/testing/payments/payment-setup"],
  ["lib/runtime/probe.ts", "@/lib/client/purchase/receipt"],
  ["lib/nextjs/probe.ts", "@/lib/http/route"],
  ["lib/record/probe.ts", "@/lib/runtime/runtime"],
  ["lib/versions/probe.ts", "@/lib/http/route"],
  ["lib/health/probe.ts", "@/lib/runtime/config"],
  ["lib/cli/probe.ts", "@/components/panels/product/product-of"],
  ["lib/cli/probe.ts", "@/app/api/signal/[coin]/route"],
  ["lib/cli/probe.ts", "@/e2e/support/fixtures"],
  ["lib/testing/probe.ts", "@/e2e/support/fixtures"],
  ["lib/testing/probe.ts", "@/lib/cli/demo"],
  ["lib/client/wallet/probe.ts", "@/lib/config/env"],
  ["lib/client/wallet/probe.ts", "@/lib/runtime/config"],
  ["components/panels/probe.tsx", "@/lib/ledger/ledger"],
  ["app/(dashboard)/probe.tsx", "@/lib/sandbox/market/simulated-market"],
  ["lib/domain/signals/probe.ts", "../usdc"],
] as const

const allowed = [
  ["lib/domain/signals/probe.ts", "@/lib/domain/market/coin"],
  ["lib/domain/signals/probe.ts", "./vote-counts"],
  ["lib/payments/probe.ts", "@/lib/ledger/ledger"],
  ["lib/payments/settlement/probe.ts", "@/lib/payments/wire/reason"],
  ["lib/payments/remote/probe.ts", "@/lib/outbound/circuit-breaker"],
  ["lib/mcp/probe.ts", "@/lib/payments/wire/challenge"],
  ["components/panels/probe.tsx", "@/lib/api/signal"],
  ["lib/config/probe.ts", "@/lib/domain/errors"],
  ["lib/runtime/probe.ts", "@/lib/sandbox/market/simulated-market"],
  ["lib/health/probe.ts", "@/lib/store/open-store"],
  ["lib/cli/probe.ts", "@/lib/testing/payments/payment-setup"],
  ["lib/cli/probe.ts", "@/lib/client/screens"],
] as const

/** A folder with a copy of the lint rules and the probe files, outside of the repository. */
let folder = ""
/** Probe files that lint refuses for their import. */
let refused: ReadonlySet<string> = new Set()

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
  const { stdout } = spawnSync(process.execPath, [binOf("oxlint"), "--format", "json"], {
    cwd: folder,
    encoding: "utf8",
  })
  const { diagnostics } = Report.parse(JSON.parse(stdout))
  refused = new Set(
    diagnostics.filter(({ code }) => code.includes("no-restricted-imports")).map(({ filename }) => filename),
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(forbidden)("%s may not import %s", (file, imported) => {
  expect(refused).toContain(probeFile(file, imported))
})

test.each(allowed)("%s may import %s", (file, imported) => {
  expect(refused).not.toContain(probeFile(file, imported))
})
