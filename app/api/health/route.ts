import { healthContract } from "@/lib/endpoints/health/contract"
import { health } from "@/lib/server/runtime/health"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(healthContract, health, {
  statusFor: ({ status }) => (status === "down" ? 503 : 200),
})
