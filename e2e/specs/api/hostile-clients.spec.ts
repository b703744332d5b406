import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, signFor } from "@/tools/testing/payments/x402-payer"

/** Sends bytes over a new connection. */
async function openSocket(origin: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  // The server may reset the connection of a bad client. The test accepts that.
  socket.on("error", () => undefined)
  await once(socket, "connect")
  socket.write(bytes)
  return socket
}

test("200 clients that never finish their request do not block other clients", async ({ origin }) => {
  const partialRequest = "GET /api/signal/BTC HTTP/1.1\r\nHost: localhost\r\nPAYMENT-SIGNATURE: eyJ4"
  const slow = await Promise.all(Array.from({ length: 200 }, () => openSocket(origin, partialRequest)))
  try {
    const url = `${origin}/api/signal/BTC`
    expect((await fetch(url)).status).toBe(402)
    expect((await fetch(url, { headers: await signFor(url, await newPayer(origin)) })).status).toBe(200)
    expect(
      slow.filter(({ destroyed }) => !destroyed),
      "the slow connections are still open",
    ).toHaveLength(200)
  } finally {
    for (const socket of slow) socket.destroy()
  }
})

test("oversized headers are answered 431, and the next request is served", async ({ origin }) => {
  const huge = `GET /api/signal/BTC HTTP/1.1\r\nHost: localhost\r\nX-PAYMENT: ${"x".repeat(1_000_000)}\r\n\r\n`
  expect(await text(await openSocket(origin, huge)).catch(() => "")).toMatch(/^(?:HTTP\/1\.1 431 |$)/)
  expect((await fetch(`${origin}/api/signal/BTC`)).status).toBe(402)
})
