import { recordAnchorsContract } from "@/lib/api/record-anchors"
import { recordAnchorsAnswer } from "@/lib/runtime/record-answers"
import { freeEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(
  recordAnchorsContract,
  recordAnchorsAnswer,
  { maxAgeS: 60 },
)
