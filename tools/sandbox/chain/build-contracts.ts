import { mkdirSync, writeFileSync } from "node:fs"
import { ARTIFACTS_FOLDER, compileContracts, toArtifactText } from "./compile-contracts"

mkdirSync(ARTIFACTS_FOLDER, { recursive: true })
for (const artifact of compileContracts()) {
  writeFileSync(`${ARTIFACTS_FOLDER}/${artifact.contract}.json`, toArtifactText(artifact))
}
