import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import { arenaAnswer } from "@/lib/server/runtime/record-answers"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(arenaContract, arenaAnswer, { maxAgeS: 5 })
