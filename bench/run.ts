import { readdirSync } from "node:fs"
import { run } from "@/lib/cli/run"

/** `npm run bench [-- NAME…]`: every benchmark, or those named, one after another so that none disturbs another. */
const wanted = process.argv.slice(2)
const names = readdirSync("bench")
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.replace(".bench.ts", ""))
  .filter((name) => wanted.length === 0 || wanted.includes(name))

for (const name of names) {
  console.log(`\n── ${name}`)
  await run("tsx", [`bench/${name}.bench.ts`])
}
if (names.length === 0) process.exitCode = 1
