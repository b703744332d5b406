import type { ResponseOf } from "@/lib/api/contract"
import type { volatilityContract } from "@/lib/endpoints/volatility/contract"

export type Volatility = ResponseOf<typeof volatilityContract>
