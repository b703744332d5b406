import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { binOf } from "@/lib/cli/run"

const forbidden = [
  ["lib/domain/signals/planted.ts", "@/lib/store/open-store"],
  ["lib/domain/signals/planted.ts", "zod"],
  ["lib/domain/signals/planted.ts", "node:fs"],
  ["lib/api/planted.ts", "@/lib/payments/gate/gate"],
  ["lib/usecases/planted.ts", "@/lib/sources/binance/client"],
  ["lib/sources/binance/planted.ts", "@/lib/sandbox/market/simulated-market"],
  ["lib/outbound/planted.ts", "@/lib/sources/binance/client"],
  ["lib/feeds/planted.ts", "@/lib/payments/gate/gate"],
  ["lib/ledger/planted.ts", "@/lib/payments/gate/gate"],
  ["lib/payments/planted.ts", "@/lib/http/paid-route"],
  ["lib/payments/wire/planted.ts", "@/lib/payments/settlement/settler"],
  ["lib/payments/settlement/planted.ts", "@/lib/payments/gate/gate"],
  ["lib/payments/remote/planted.ts", "@/lib/http/paid-route"],
  ["lib/http/planted.ts", "@/lib/runtime/runtime"],
  ["lib/mcp/planted.ts", "@/lib/http/route"],
  ["lib/mcp/planted.ts", "@/lib/payments/gate/gate"],
  ["lib/mcp/planted.ts", "@/app/api/signal/[coin]/route"],
  ["lib/config/planted.ts", "@/lib/runtime/runtime"],
  ["lib/runtime/planted.ts", "@/lib/testing/payments/payment-setup"],
  ["lib/runtime/planted.ts", "@/lib/client/purchase/receipt"],
  ["lib/nextjs/planted.ts", "@/lib/http/route"],
  ["lib/record/planted.ts", "@/lib/runtime/runtime"],
  ["lib/versions/planted.ts", "@/lib/http/route"],
  ["lib/health/planted.ts", "@/lib/runtime/config"],
  ["lib/cli/planted.ts", "@/components/panels/product/product-of"],
  ["lib/cli/planted.ts", "@/app/api/signal/[coin]/route"],
  ["lib/cli/planted.ts", "@/e2e/support/fixtures"],
  ["lib/testing/planted.ts", "@/e2e/support/fixtures"],
  ["lib/testing/planted.ts", "@/lib/cli/demo"],
  ["lib/client/wallet/planted.ts", "@/lib/config/env"],
  ["lib/client/wallet/planted.ts", "@/lib/runtime/config"],
  ["components/panels/planted.tsx", "@/lib/ledger/ledger"],
  ["app/(dashboard)/planted.tsx", "@/lib/sandbox/market/simulated-market"],
  ["lib/domain/signals/planted.ts", "../usdc"],
] as const

const allowed = [
  ["lib/domain/signals/planted.ts", "@/lib/domain/market/coin"],
  ["lib/domain/signals/planted.ts", "./tally"],
  ["lib/payments/planted.ts", "@/lib/ledger/ledger"],
  ["lib/payments/settlement/planted.ts", "@/lib/payments/wire/reason"],
  ["lib/payments/remote/planted.ts", "@/lib/outbound/circuit-breaker"],
  ["lib/mcp/planted.ts", "@/lib/payments/wire/challenge"],
  ["components/panels/planted.tsx", "@/lib/api/signal"],
  ["lib/config/planted.ts", "@/lib/domain/errors"],
  ["lib/runtime/planted.ts", "@/lib/sandbox/market/simulated-market"],
  ["lib/health/planted.ts", "@/lib/store/open-store"],
  ["lib/cli/planted.ts", "@/lib/testing/payments/payment-setup"],
  ["lib/cli/planted.ts", "@/lib/client/screens"],
] as const

/** A folder with a copy of the lint rules and the planted files, outside of the repository. */
let folder = ""
/** Planted files that lint refuses for their import. */
let refused: ReadonlySet<string> = new Set()

const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

const probeFile = (file: string, imported: string) => file.replace("planted", `planted-${imported.replace(/\W/g, "_")}`)

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
