import { versionsContract } from "@/lib/endpoints/versions/contract"
import { freeEndpoint } from "@/lib/server/runtime/routes"
import { versionsAnswer } from "@/lib/server/runtime/versions"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(versionsContract, versionsAnswer, {
  maxAgeS: 2,
})
