import pino from "pino"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { parseEnv } from "@/lib/server/config/env"
import { AppError } from "@/lib/domain/errors"
import { ChainUnavailableError, OutOfGasError } from "@/lib/x402/errors"
import { routeOptions } from "./routes"

const SHARED: Record<symbol, unknown> = globalThis
const LOG = Symbol.for("signal402.log")
const CONFIG = Symbol.for("signal402.config")

let lines: string[]
beforeAll(() => {
  SHARED[LOG] = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) })
  SHARED[CONFIG] = parseEnv({
    MODE: "sandbox",
    PUBLIC_ORIGIN: "https://signal402.example",
    RPC_URL: "http://127.0.0.1:9",
    PAY_TO: "0x00000000000000000000000000000000000Fee01",
    SETTLER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
    USDC_ADDRESS: "0x262Bf353678AD400921D1A7BB936090a579D1564",
  })
})
beforeEach(() => {
  lines = []
})

class Pending extends AppError {
  readonly code = "settlement_pending"
}

function answered(status: number, error: unknown) {
  const facts = { requestId: "r-1", method: "GET", path: "/api/signal/BTC", paid: false, durationMs: 1 }
  routeOptions().log({ ...facts, status, error })
}

test("a server error is logged with its cause and request id", () => {
  answered(503, new ChainUnavailableError(new Error("down")))
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 50, msg: "request_failed", requestId: "r-1", code: "chain_unavailable" },
  ])
})

test("a pending payment is logged as pending without a cause, and as failed with a cause", () => {
  answered(503, new Pending("It is not known yet."))
  answered(503, new Pending("It is not known yet.", { cause: new Error("down") }))
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 40, msg: "request_pending", requestId: "r-1", code: "settlement_pending" },
    { level: 50, msg: "request_failed", requestId: "r-1", code: "settlement_pending" },
  ])
})

test("a request refused for missing gas is not logged, because the settler logs the state", () => {
  answered(503, new OutOfGasError())
  answered(402, null)
  expect(lines).toEqual([])
})
