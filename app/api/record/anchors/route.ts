import { recordAnchorsContract } from "@/lib/endpoints/record-anchors/contract"
import { recordAnchorsAnswer } from "@/lib/server/runtime/record-answers"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(
  recordAnchorsContract,
  recordAnchorsAnswer,
  { maxAgeS: 60 },
)
