import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { compileContracts, toArtifactText } from "./compile-contracts"

const folder = fileURLToPath(new URL("./artifacts/", import.meta.url))
mkdirSync(folder, { recursive: true })
for (const artifact of compileContracts()) writeFileSync(`${folder}${artifact.contract}.json`, toArtifactText(artifact))
