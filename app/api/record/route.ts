import { recordContract } from "@/lib/endpoints/record/contract"
import { recordAnswer } from "@/lib/server/runtime/record-answers"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(recordContract, recordAnswer, {
  maxAgeS: 5,
})
