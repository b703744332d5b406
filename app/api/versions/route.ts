import { versionsContract } from "@/lib/api/versions"
import { freeEndpoint } from "@/lib/runtime/routes"
import { versionsAnswer } from "@/lib/runtime/versions"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(versionsContract, versionsAnswer, {
  maxAgeS: 2,
})
