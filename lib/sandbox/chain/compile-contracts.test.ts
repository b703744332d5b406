import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { compileContracts, toArtifactText } from "./compile-contracts"

test("the contract artifacts equal the compiled sources byte for byte", () => {
  for (const artifact of compileContracts()) {
    const file = fileURLToPath(new URL(`./artifacts/${artifact.contract}.json`, import.meta.url))
    expect(readFileSync(file, "utf8"), `${artifact.contract}: run build-contracts.ts`).toBe(toArtifactText(artifact))
  }
}, 120_000)
