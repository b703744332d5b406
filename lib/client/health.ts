import type { z } from "zod"
import type { healthContract } from "@/lib/endpoints/health/contract"

export type Health = z.output<typeof healthContract.response>
