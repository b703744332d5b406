import { statsContract } from "@/lib/api/stats"
import { statsAnswer } from "@/lib/runtime/record-answers"
import { freeEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(statsContract, statsAnswer, { maxAgeS: 5 })
