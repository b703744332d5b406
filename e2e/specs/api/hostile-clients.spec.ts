import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { expect, test } from "@/e2e/support/fixtures"
import { newPayer, signFor } from "@/lib/testing/payments/x402-payer"

/** A request as bytes, over a connection of its own. */
async function dial(origin: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  // A server that closes on a bad client resets the connection, which is an answer.
  socket.on("error", () => undefined)
  await once(socket, "connect")
  socket.write(bytes)
  return socket
}

test("200 clients that never finish their request do not stop the service for others", async ({ origin }) => {
  const begun = "GET /api/signal/BTC HTTP/1.1\r\nHost: localhost\r\nPAYMENT-SIGNATURE: eyJ4"
  const slow = await Promise.all(Array.from({ length: 200 }, () => dial(origin, begun)))
  try {
    const url = `${origin}/api/signal/BTC`
    expect((await fetch(url)).status).toBe(402)
    expect((await fetch(url, { headers: await signFor(url, await newPayer(origin)) })).status).toBe(200)
    expect(
      slow.filter(({ destroyed }) => !destroyed),
      "they are still there",
    ).toHaveLength(200)
  } finally {
    for (const socket of slow) socket.destroy()
  }
})

test("headers without end are answered 431, and the next request as ever", async ({ origin }) => {
  const huge = `GET /api/signal/BTC HTTP/1.1\r\nHost: localhost\r\nX-PAYMENT: ${"x".repeat(1_000_000)}\r\n\r\n`
  expect(await text(await dial(origin, huge)).catch(() => "")).toMatch(/^(?:HTTP\/1\.1 431 |$)/)
  expect((await fetch(`${origin}/api/signal/BTC`)).status).toBe(402)
})
