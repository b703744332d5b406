import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { startCluster } from "./cluster"
import { removeCluster } from "./cluster-folder"
import { serverUser } from "./server-user"

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "signal402-cluster-"))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query({ text, rowMode: "array" })).rows.flat()
  } finally {
    await client.end()
  }
}

test("a cluster folder keeps its data between starts until it is removed", async () => {
  const folder = join(parent, "database")
  const first = await startCluster(folder)
  await ask(first.url, "create table kept as select 402 as price")
  await first.stop()

  const second = await startCluster(folder)
  expect(await ask(second.url, "select price from kept")).toEqual([402])
  expect(await ask(second.url, "show fsync"), "stored data survives a power failure").toEqual(["on"])
  await second.stop()

  removeCluster(folder, serverUser())
  const third = await startCluster(folder)
  await expect(ask(third.url, "select price from kept")).rejects.toThrow("does not exist")
  await third.stop()
  removeCluster(folder, serverUser())
})

test("a cluster without a folder leaves no files, and refuses a client with a wrong password", async () => {
  const { url, stop } = await startCluster()
  const [path] = await ask(url, "show data_directory")
  expect(existsSync(String(path))).toBe(true)
  const guess = new URL(url)
  guess.password = "guess"
  await expect(ask(guess.href, "select 1")).rejects.toThrow("password authentication failed")
  await stop()
  expect(existsSync(String(path))).toBe(false)
})
