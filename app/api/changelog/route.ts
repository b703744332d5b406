import { changelogContract } from "@/lib/endpoints/changelog/contract"
import { changes } from "@/lib/endpoints/changelog/entries"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(
  changelogContract,
  () => Promise.resolve({ changes: changes.map((change) => ({ ...change, versions: [...change.versions] })) }),
  { maxAgeS: 60 },
)
