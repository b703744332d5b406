import { statsContract } from "@/lib/endpoints/stats/contract"
import { statsAnswer } from "@/lib/server/runtime/record-answers"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(statsContract, statsAnswer, { maxAgeS: 5 })
