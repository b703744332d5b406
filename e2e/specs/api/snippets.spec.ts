import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { signalContract } from "@/lib/api/signal"
import { toTypeScript } from "@/lib/client/inspector/snippets"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, PLAY_MONEY } from "@/e2e/support/payer"

/* What the dashboard gives people to copy, run as it stands. The Python of it: npm run test:interop. */

test("the TypeScript that is shown buys what it says, for what it says", async ({ origin, chain, terms }, {
  outputDir,
}) => {
  const payer = await newPayer(origin)
  const { network, amount } = terms
  const snippet = toTypeScript({ path: "/api/signal/BTC" }, { origin, network, amount, sandbox: true })
  mkdirSync(outputDir, { recursive: true })
  // Inside the project, where the packages that it imports are installed.
  const script = join(outputDir, "snippet.mts")
  writeFileSync(script, snippet)
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    env: { ...process.env, FORCE_COLOR: "0", PRIVATE_KEY: payer.key },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const output = await text(child.stdout)
  expect(output).toContain("coin: 'BTC'")
  expect(output).toContain("success: true")
  expect(await chain.balanceOf(payer.address)).toBe(PLAY_MONEY - signalContract.price)
})
