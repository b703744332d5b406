import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "@/e2e/support/fixtures"
import { type OwnServer, startOwnServer } from "@/e2e/support/own-server"
import { startTraceCollector } from "@/e2e/support/trace-collector"
import { findFreePort } from "@/tools/sandbox/local-port"
import { newPayer, signFor } from "@/tools/testing/payments/x402-payer"

test.describe.configure({ timeout: 120_000 })

test("a purchase joins the caller's trace, and a server that stops exports its spans", { tag: "@full" }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-tracing-"))
  const collector = await startTraceCollector()
  let server: OwnServer | undefined
  try {
    server = await startOwnServer(await findFreePort(), dataDir, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const url = `${server.origin}/api/signal/BTC`
    const [traceId, caller] = [randomBytes(16), randomBytes(8)]
    const headers = await signFor(url, await newPayer(server.origin))
    const traceparent = `00-${traceId.toString("hex")}-${caller.toString("hex")}-01`
    const bought = await fetch(url, { headers: { ...headers, traceparent } })
    expect(bought.status).toBe(200)
    await server.stop()

    const { transaction } = JSON.parse(atob(bought.headers.get("payment-response") ?? ""))
    // The root, the gate, the settlement and at least two RPC calls of the settlement.
    expect(collector.count(traceId), "spans of this trace").toBeGreaterThanOrEqual(5)
    for (const name of ["GET signal", "gate", "settle", "rpc eth_sendRawTransaction", transaction]) {
      expect(collector.count(Buffer.from(name)), name).toBeGreaterThan(0)
    }
    expect(collector.count(caller), "the root span has the caller as its parent").toBe(1)
    const payment = Buffer.from(headers["PAYMENT-SIGNATURE"] ?? "", "base64").toString()
    const { signature } = JSON.parse(payment).payload
    expect(collector.count(Buffer.from(signature)), "no span has a signature").toBe(0)
  } finally {
    await server?.stop()
    await collector.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
