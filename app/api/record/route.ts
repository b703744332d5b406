import { recordContract } from "@/lib/api/record"
import { recordAnswer } from "@/lib/runtime/record-answers"
import { freeEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(recordContract, recordAnswer, {
  maxAgeS: 5,
})
