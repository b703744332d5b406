import { once } from "node:events"
import { createServer } from "node:net"
import { sql } from "kysely"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openPostgres, postgresUrl, type TestDatabase } from "@/tools/testing/databases/databases"
import { MAX_MESSAGE_BYTES, type Channel } from "./channel"
import { openPostgresChannel } from "./postgres-channel"
import { CONNECT_TIMEOUT_MS } from "./postgres-store"

let database: TestDatabase
let channels: Channel[]

beforeEach(async () => {
  database = await openPostgres()
  channels = []
})
afterEach(async () => {
  for (const channel of channels) await channel.close()
  await database.close()
})

async function open(schema = "channel_test"): Promise<Channel> {
  const channel = openPostgresChannel(await database.another(), {
    url: await postgresUrl(),
    schema,
    onFault: () => undefined,
  })
  channels.push(channel)
  return channel
}

/** Subscribing happens in the background, so the first message is repeated until it arrives. */
async function heardBy(listener: Channel, speaker: Channel, topic: string): Promise<string[]> {
  const heard: string[] = []
  listener.subscribe(topic, (message) => heard.push(message))
  await expect
    .poll(async () => {
      await speaker.publish(topic, "hello")
      return heard.length
    })
    .toBeGreaterThan(0)
  heard.length = 0
  return heard
}

test("a notification reaches another process on its topic, unchanged", async () => {
  const [one, two] = [await open(), await open()]
  const heard = await heardBy(two, one, "news")
  const long = "ü ".repeat(MAX_MESSAGE_BYTES / 3)
  await one.publish("due", "something else")
  await one.publish("news", long)
  await one.publish("news", "")
  await expect.poll(() => heard.filter((message) => message !== "hello")).toEqual([long, ""])
})

test("notifications stay within their schema", async () => {
  const [sandbox, live] = [await open("sandbox_test"), await open("live_test")]
  const heard = await heardBy(live, live, "news")
  await sandbox.publish("news", "play money")
  await live.publish("news", "real money")
  await expect.poll(() => heard).toContain("real money")
  expect(heard).not.toContain("play money")
})

test("a broken connection is opened again", async () => {
  const channel = await open()
  const heard = await heardBy(channel, channel, "news")
  const own = "application_name = 'channel_test_calls'"
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${sql.raw(own)}`.execute(database.store)
  const again = async () => {
    await channel.publish("news", "back")
    return heard
  }
  await expect.poll(again, { timeout: 10_000 }).toContain("back")
})

test("a connection that the server accepts but does not answer times out and is opened again", async () => {
  const silent = createServer().listen(0, "127.0.0.1")
  await once(silent, "listening")
  const address = silent.address()
  const port = typeof address === "object" ? address?.port : undefined
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    const faults: string[] = []
    const url = `postgres://nobody:secret@127.0.0.1:${port}/none`
    const onFault = ({ message }: Error) => void faults.push(message)
    const channel = openPostgresChannel(database.store, { url, schema: "channel_test", onFault })
    channels.push(channel)
    await once(silent, "connection")
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS)
    await expect.poll(() => faults).toEqual(["timeout expired"])
    const again = once(silent, "connection")
    vi.advanceTimersByTime(1_000)
    await again
    const closed = channel.close()
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS)
    await closed
  } finally {
    vi.useRealTimers()
    silent.close()
  }
})

test("after unsubscribing no notification arrives", async () => {
  const channel = await open()
  const heard = await heardBy(channel, channel, "news")
  const others: string[] = []
  const leave = channel.subscribe("news", (message) => others.push(message))
  leave()
  await channel.publish("news", "last")
  await expect.poll(() => heard).toContain("last")
  expect(others).toEqual([])
})
