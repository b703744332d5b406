import { z } from "zod"
import { optional, Port, PrivateKey, withDefault } from "./fields"

/** Variables that only some commands read. `.env.example` contains these descriptions too. */
export const CommandEnv = z.object({
  PORT: withDefault(Port, "3402").describe("npm run demo and npm run dev: where the sandbox listens."),
  CHAIN_PORT: withDefault(Port, "8545").describe("npm run chain: where the local chain listens."),
  PROVIDERS_PORT: withDefault(Port, "4010").describe("npm run providers: where the simulated providers listen."),
  PAYEE_PRIVATE_KEY: optional(PrivateKey).describe(
    "npm run ledger -- refund: key of PAY_TO, which sends the price back. Better given to the one command than kept in a file.",
  ),
  CHROMIUM_PATH: optional(z.string().min(1)).describe(
    "npm test, screenshots and lighthouse: the browser. Absent: one that is found, or installed.",
  ),
  TEST_POSTGRES_URL: optional(z.string().min(1)).describe(
    "npm test: a PostgreSQL in which databases may be made. Absent: the one that npm brings along.",
  ),
})
