import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { ARTIFACTS_FOLDER, compileContracts, toArtifactText } from "./compile-contracts"

test("the contract artifacts equal the compiled sources byte for byte", () => {
  for (const artifact of compileContracts()) {
    const file = `${ARTIFACTS_FOLDER}/${artifact.contract}.json`
    expect(readFileSync(file, "utf8"), `${artifact.contract}: run build-contracts.ts`).toBe(toArtifactText(artifact))
  }
}, 120_000)
