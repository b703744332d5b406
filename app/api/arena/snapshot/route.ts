import { arenaContract } from "@/lib/api/arena"
import { arenaAnswer } from "@/lib/runtime/record-answers"
import { freeEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(arenaContract, arenaAnswer, { maxAgeS: 5 })
