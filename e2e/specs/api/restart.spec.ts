import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { findFreePort } from "@/tools/sandbox/local-port"
import { viewChain } from "@/tools/testing/payments/chain-view"
import { expect, test } from "@/e2e/support/fixtures"
import { type OwnServer, startOwnServer } from "@/e2e/support/own-server"
import { newPayer, signFor } from "@/tools/testing/payments/x402-payer"
import { isFull } from "@/e2e/support/sample"

test.describe.configure({ timeout: 240_000 })

let dataDir: string
let port: number
let server: OwnServer | undefined

test.beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "signal402-restart-"))
  port = await findFreePort()
})

test.afterEach(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  "an answer that was bought before a restart is redelivered after the restart without a second charge",
  { tag: "@full" },
  async () => {
    server = await startOwnServer(port, dataDir)
    const url = `${server.origin}/api/signal/BTC`
    const payer = await newPayer(server.origin)
    const headers = await signFor(url, payer)
    const first = await fetch(url, { headers })
    const body = await first.text()
    expect(first.status).toBe(200)
    await server.stop()

    server = await startOwnServer(port, dataDir)
    const second = await fetch(url, { headers })
    expect(second.status).toBe(200)
    expect(await second.text()).toBe(body)
    expect(second.headers.get("payment-response")).toBe(first.headers.get("payment-response"))
    expect((await fetch(url, { headers: await signFor(url, payer) })).status, "a new payment is accepted").toBe(200)
    expect(await (await viewChain(server.origin)).transfersFrom(payer.address)).toHaveLength(2)
  },
)

test(
  "after a crash during a purchase, the same signature gets the answer and is charged once",
  { tag: "@full" },
  async () => {
    server = await startOwnServer(port, dataDir)
    // The step at which a delay ends depends on the machine. `npm run test:crash` kills the server at each step.
    for (const delayMs of isFull ? [4, 12, 25, 50] : [12]) {
      const url = `${server.origin}/api/signal/BTC`
      const payer = await newPayer(server.origin)
      const headers = await signFor(url, payer)
      const first = fetch(url, { headers }).then(
        ({ status }) => status,
        () => "lost",
      )
      await sleep(delayMs)
      await server.crash()
      expect(["lost", 200]).toContain(await first)

      server = await startOwnServer(port, dataDir)
      await expect.poll(async () => (await fetch(url, { headers })).status, `killed after ${delayMs} ms`).toBe(200)
      expect(await (await viewChain(server.origin)).transfersFrom(payer.address)).toHaveLength(1)
    }
  },
)
