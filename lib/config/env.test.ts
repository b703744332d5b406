import { describe, expect, test } from "vitest"
import { parseEnv } from "./env"

const sandbox = {
  RPC_URL: "http://127.0.0.1:8545",
  PAY_TO: `0x${"1".repeat(40)}`,
  SETTLER_PRIVATE_KEY: `0x${"2".repeat(64)}`,
  USDC_ADDRESS: `0x${"3".repeat(40)}`,
}

describe("DATABASE_URL", () => {
  test.each(["", undefined])("absent (%s): the embedded database", (DATABASE_URL) => {
    expect(parseEnv({ ...sandbox, DATABASE_URL }).databaseUrl).toBeNull()
  })

  test.each(["postgres://user:p%40ss@db.example:5432/signal402?sslmode=require", "postgresql://127.0.0.1/x"])(
    "%s: PostgreSQL, as it stands",
    (url) => {
      expect(parseEnv({ ...sandbox, DATABASE_URL: url }).databaseUrl).toBe(url)
    },
  )

  test.each(["mysql://user:secret@host/x", "secret", "file:secret.db"])("%s: refused by name, never quoted", (url) => {
    const parse = () => parseEnv({ ...sandbox, DATABASE_URL: url })
    expect(parse).toThrow("DATABASE_URL: must be postgres://user:password@host:port/database")
    expect(parse).not.toThrow("secret")
  })
})
