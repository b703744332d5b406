import { createPublicKey, generateKeyPairSync } from "node:crypto"
import { describe, expect, test } from "vitest"
import { privateKeyToAddress } from "viem/accounts"
import { warningsOf } from "./cross-checks"
import { InvalidConfigError, parseEnv } from "./env"
import { Env } from "./variables"

const sandbox = {
  RPC_URL: "http://127.0.0.1:8545",
  PAY_TO: `0x${"1".repeat(40)}`,
  SETTLER_PRIVATE_KEY: `0x${"2".repeat(64)}`,
  USDC_ADDRESS: `0x${"3".repeat(40)}`,
}

describe("PAY_TO", () => {
  test("PAY_TO must not be the zero address or the address of the token", () => {
    const at = (changes: Record<string, string>) => () => parseEnv({ ...sandbox, ...changes })
    expect(at({ PAY_TO: `0x${"0".repeat(40)}` })).toThrow("PAY_TO: must not be the zero address")
    expect(at({ PAY_TO: sandbox.USDC_ADDRESS })).toThrow("PAY_TO: is the token's own address")
    const { USDC_ADDRESS: _, ...rest } = sandbox
    const live = { ...rest, MODE: "live", PUBLIC_ORIGIN: "https://signal402.example" }
    expect(() => parseEnv({ ...live, PAY_TO: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913" })).toThrow(
      "PAY_TO: is the token's own address",
    )
  })
})

describe("one error lists every invalid variable and the expected value", () => {
  const problems = (changes: Record<string, string>) => {
    try {
      parseEnv({ ...sandbox, ...changes })
      return []
    } catch (error) {
      return error instanceof InvalidConfigError ? error.details["problems"] : error
    }
  }

  test("an invalid PUBLIC_ORIGIN does not hide the errors of other variables", () => {
    expect(problems({ PUBLIC_ORIGIN: "signal402", PAY_TO: "me", RPC_URL: "localhost:8545" })).toEqual([
      "PAY_TO: must be an address: 0x and 40 hexadecimal digits",
      "RPC_URL: must be a URL that begins with https:// or http://",
      "PUBLIC_ORIGIN: must be scheme, host and port alone, for example https://signal402.example",
    ])
  })

  test.each(["https://a.example/path", "ftp://a.example", "https://u:p@a.example"])(
    "PUBLIC_ORIGIN=%s is rejected",
    (text) => {
      expect(problems({ PUBLIC_ORIGIN: text })).toEqual([
        "PUBLIC_ORIGIN: must be scheme, host and port alone, for example https://signal402.example",
      ])
    },
  )

  test("an error about a list names the variable and not the item", () => {
    expect(problems({ WALLET_FACTORIES: `${sandbox.PAY_TO}, 0x12, 0x13` })).toEqual([
      "WALLET_FACTORIES: must be addresses, or the word coinbase",
    ])
  })

  test.each([
    ["SETTLEMENT_MAX_GWEI", "much", "must be a number from 0.001 to 10000"],
    ["RESEND_WINDOW_S", "1", "must be a whole number from 60 to 86400"],
    ["MODE", "production", "must be sandbox or live"],
  ])("%s=%s is rejected: %s", (name, value, words) => {
    expect(problems({ [name]: value })).toEqual([`${name}: ${words}`])
  })
})

describe("DATABASE_URL", () => {
  test.each(["", undefined])("without DATABASE_URL (%j), the embedded database is used", (DATABASE_URL) => {
    expect(parseEnv({ ...sandbox, DATABASE_URL }).databaseUrl).toBeNull()
  })

  test.each([
    "postgres://user:p%40ss@db.example:5432/signal402?sslmode=require",
    "postgresql://127.0.0.1/x",
    "postgres:///x?host=/run/postgresql",
  ])("%s selects PostgreSQL, and the URL is not changed", (url) => {
    expect(parseEnv({ ...sandbox, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test.each(["mysql://user:secret@host/x", "secret", "file:secret.db", "postgres://", "postgres:///secret"])(
    "DATABASE_URL=%s is rejected, and the error does not contain the value",
    (url) => {
      const parse = () => parseEnv({ ...sandbox, DATABASE_URL: url })
      expect(parse).toThrow("DATABASE_URL: must be postgres://user:password@host:port/database")
      expect(parse).not.toThrow("secret")
    },
  )
})

describe("settlement", () => {
  test("defaults: one key, at most 0.1 gwei and half of the price, replacement after 30 seconds", () => {
    expect(parseEnv(sandbox).settlement).toEqual({
      furtherPrivateKeys: [],
      maxFeePerGas: 100_000_000n,
      maxShare: 0.5,
      replaceAfterMs: 30_000,
      alarmBatches: 50,
      maxRefusedShare: 0.2,
    })
  })

  test("SETTLER_PRIVATE_KEYS is a list, and the error of an invalid key does not contain its value", () => {
    const [a, b] = [`0x${"a".repeat(64)}`, `0x${"b".repeat(64)}`]
    const { settlement } = parseEnv({ ...sandbox, SETTLER_PRIVATE_KEYS: `${a}, ${b}`, SETTLEMENT_MAX_GWEI: "0.05" })
    expect([settlement.furtherPrivateKeys, settlement.maxFeePerGas]).toEqual([[a, b], 50_000_000n])
    const parse = () => parseEnv({ ...sandbox, SETTLER_PRIVATE_KEYS: `${a},secret` })
    expect(parse).toThrow("SETTLER_PRIVATE_KEYS: must be private keys, separated by commas")
    expect(parse).not.toThrow("secret")
  })
})

describe("FACILITATOR_URL", () => {
  const { SETTLER_PRIVATE_KEY: _, ...keyless } = sandbox
  const url = "https://facilitator.example/x402"

  test("FACILITATOR_URL makes SETTLER_PRIVATE_KEY optional, with or without FACILITATOR_AUTH_HEADER", () => {
    const header = "X-Api-Key: a:b c"
    expect(parseEnv({ ...keyless, FACILITATOR_URL: url })).toMatchObject({
      settlerPrivateKey: null,
      facilitator: { url, credentials: null },
    })
    expect(parseEnv({ ...keyless, FACILITATOR_URL: url, FACILITATOR_AUTH_HEADER: header }).facilitator).toEqual({
      url,
      credentials: { kind: "header", name: "X-Api-Key", value: "a:b c" },
    })
    expect(() => parseEnv(keyless)).toThrow("SETTLER_PRIVATE_KEY: required")
  })

  test("a malformed FACILITATOR_AUTH_HEADER is rejected, and the error does not contain its value", () => {
    const parse = () => parseEnv({ ...keyless, FACILITATOR_URL: url, FACILITATOR_AUTH_HEADER: "secret" })
    expect(parse).toThrow('FACILITATOR_AUTH_HEADER: must be "Name: value"')
    expect(parse).not.toThrow("secret")
  })

  test("FACILITATOR_AUTH_HEADER without FACILITATOR_URL is rejected", () => {
    const parse = () => parseEnv({ ...sandbox, FACILITATOR_AUTH_HEADER: "X-Api-Key: secret" })
    expect(parse).toThrow("FACILITATOR_URL: required with FACILITATOR_AUTH_HEADER")
  })

  test("in live mode, FACILITATOR_URL must be https or on this machine, so that nobody can read the traffic", () => {
    const live = { MODE: "live", RPC_URL: "https://rpc.example", PAY_TO: sandbox.PAY_TO }
    const at = (FACILITATOR_URL: string) => () =>
      parseEnv({ ...live, PUBLIC_ORIGIN: "https://signal402.example", FACILITATOR_URL })
    expect(at("http://facilitator.example")).toThrow("FACILITATOR_URL: must be https")
    expect(at("http://127.0.0.1:4402")).not.toThrow()
    expect(at(url)).not.toThrow()
  })

  test("the facilitator of a catalogue is beside the own key, every 25 days, with the same credentials", () => {
    const at = (changes: Record<string, string>) => () =>
      parseEnv({ ...sandbox, LISTING_FACILITATOR_URL: url, ...changes })
    const credentials = { kind: "header", name: "X-Api-Key", value: "secret" }
    const listing = { url, credentials, intervalMs: 25 * 86_400_000 }
    expect(at({ FACILITATOR_AUTH_HEADER: "X-Api-Key: secret" })()).toMatchObject({ listing, facilitator: null })
    expect(parseEnv(sandbox).listing).toBeNull()
    expect(at({ LISTING_INTERVAL_D: "0" })).toThrow("LISTING_INTERVAL_D: must be a whole number from 1 to 365")
    const both = () => parseEnv({ ...keyless, FACILITATOR_URL: url, LISTING_FACILITATOR_URL: url })
    expect(both).toThrow("LISTING_FACILITATOR_URL: not with FACILITATOR_URL")
    const live = { MODE: "live", RPC_URL: "https://rpc.example", PUBLIC_ORIGIN: "https://signal402.example" }
    const exposed = at({ ...live, LISTING_FACILITATOR_URL: "http://facilitator.example" })
    expect(exposed).toThrow("LISTING_FACILITATOR_URL: must be https")
  })
})

test("a command that only reads needs no key, and the service does", () => {
  const { SETTLER_PRIVATE_KEY: _, ...keyless } = sandbox
  const live = { MODE: "live", RPC_URL: "https://rpc.example", PAY_TO: sandbox.PAY_TO, SESSIONS: "on" }
  const deployed = { ...live, PUBLIC_ORIGIN: "https://signal402.example", CDP_API_KEY_ID: "key-1" }
  expect(parseEnv(deployed, { isReader: true })).toMatchObject({ settlerPrivateKey: null, sessions: null })
  expect(() => parseEnv(keyless)).toThrow("SETTLER_PRIVATE_KEY: required")
  expect(() => parseEnv(deployed)).toThrow("SESSION_PRIVATE_KEY: required")
})

describe("WALLET_FACTORIES", () => {
  const factory = `0x${"4".repeat(40)}`
  const of = (WALLET_FACTORIES?: string) => parseEnv({ ...sandbox, WALLET_FACTORIES }).walletFactories

  test("without WALLET_FACTORIES, no factory is allowed and the settler pays for no wallet deployment", () => {
    expect([of(), of("")]).toEqual([[], []])
  })

  test("WALLET_FACTORIES accepts addresses, the word coinbase, or both", () => {
    expect(of(factory)).toEqual([factory])
    expect(of("coinbase")).toHaveLength(2)
    expect(of(`coinbase, ${factory}`)).toHaveLength(3)
  })

  test.each(["0x12", "base", `${factory},`])(
    "WALLET_FACTORIES=%s is rejected, and the error names the variable",
    (text) => {
      expect(() => of(text)).toThrow("WALLET_FACTORIES: must be addresses, or the word coinbase")
    },
  )
})

describe("CDP_API_KEY_SECRET", () => {
  const { SETTLER_PRIVATE_KEY: _, ...keyless } = sandbox
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
  const pem = String(privateKey.export({ type: "sec1", format: "pem" }))
  const ed25519 = Buffer.alloc(64, 7).toString("base64")
  const at = (changes: Record<string, string>) => () =>
    parseEnv({ ...keyless, FACILITATOR_URL: "https://facilitator.example/x402", CDP_API_KEY_ID: "key-1", ...changes })

  test("CDP_API_KEY_SECRET is a P-256 key as PEM, on one line or several, or an Ed25519 key as base64", () => {
    for (const secret of [pem, pem.replaceAll("\n", String.raw`\n`)]) {
      const { facilitator } = at({ CDP_API_KEY_SECRET: secret })()
      if (facilitator?.credentials?.kind !== "key") throw new Error("No key was read.")
      expect(facilitator.credentials.id).toBe("key-1")
      expect(createPublicKey(facilitator.credentials.privateKey).equals(publicKey)).toBe(true)
    }
    expect(at({ CDP_API_KEY_SECRET: ed25519 })().facilitator?.credentials).toMatchObject({
      kind: "key",
      privateKey: { asymmetricKeyType: "ed25519" },
    })
  })

  test("any other CDP_API_KEY_SECRET is rejected, and the error does not contain its value", () => {
    const k1 = String(
      generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey.export({ type: "pkcs8", format: "pem" }),
    )
    for (const secret of ["s3cret", Buffer.alloc(32).toString("base64"), k1, "-----BEGIN PRIVATE KEY-----"]) {
      expect(at({ CDP_API_KEY_SECRET: secret })).toThrow("CDP_API_KEY_SECRET: must be the secret of a CDP API key")
      expect(at({ CDP_API_KEY_SECRET: secret })).not.toThrow(secret)
    }
  })

  test("CDP_API_KEY_SECRET requires CDP_API_KEY_ID and FACILITATOR_URL, and excludes FACILITATOR_AUTH_HEADER", () => {
    expect(at({})).toThrow("CDP_API_KEY_SECRET: required with CDP_API_KEY_ID")
    expect(at({ CDP_API_KEY_ID: "", CDP_API_KEY_SECRET: pem })).toThrow("CDP_API_KEY_ID: required")
    expect(at({ CDP_API_KEY_SECRET: pem, FACILITATOR_AUTH_HEADER: "X-Api-Key: a" })).toThrow(
      "FACILITATOR_AUTH_HEADER: not",
    )
    const alone = () => parseEnv({ ...sandbox, CDP_API_KEY_ID: "key-1", CDP_API_KEY_SECRET: pem })
    expect(alone).toThrow("FACILITATOR_URL: required with CDP_API_KEY_ID")
  })
})

describe("settings that are probably mistakes", () => {
  const live = { MODE: "live", PUBLIC_ORIGIN: "https://signal402.example", RPC_URL: sandbox.RPC_URL }
  const keys = { PAY_TO: sandbox.PAY_TO, SETTLER_PRIVATE_KEY: sandbox.SETTLER_PRIVATE_KEY }
  const warnings = (changes: Record<string, string>) => warningsOf(Env.parse({ ...live, ...keys, ...changes }))

  test("a RECEIPT_PRIVATE_KEY that is also the settler key is rejected", () => {
    const shared = { ...sandbox, RECEIPT_PRIVATE_KEY: sandbox.SETTLER_PRIVATE_KEY }
    expect(() => parseEnv(shared)).toThrow("RECEIPT_PRIVATE_KEY: is a key of SETTLER_PRIVATE_KEY")
  })

  test("RECEIPT_RESPONSE_HASH without a key that signs receipts is rejected", () => {
    const parse = (more: object) => parseEnv({ ...sandbox, RECEIPT_RESPONSE_HASH: "on", ...more })
    expect(() => parse({})).toThrow("RECEIPT_PRIVATE_KEY: required with RECEIPT_RESPONSE_HASH")
    expect(parse({ RECEIPT_PRIVATE_KEY: `0x${"7".repeat(64)}` }).receiptResponseHash).toBe(true)
  })

  test.each([
    "SESSION_PRIVATE_KEY",
    "RECEIPT_PRIVATE_KEY",
    "MPP_SECRET_KEY",
    "VAPID_PRIVATE_KEY",
    "FAUCET_PRIVATE_KEY",
  ])("%s must not be a further key of the settler, in whatever case", (name) => {
    const key = `0x${"a1".repeat(32)}`
    const parse = () => parseEnv({ ...sandbox, SETTLER_PRIVATE_KEYS: key, [name]: key.toUpperCase().replace("X", "x") })
    expect(parse).toThrow(`${name}: is a key of SETTLER_PRIVATE_KEY`)
    expect(parse).not.toThrow("a1a1")
  })

  test.each(["SETTLER_PRIVATE_KEY", "SESSION_PRIVATE_KEY", "RECEIPT_PRIVATE_KEY"])(
    "in live mode PAY_TO must not be the account of %s",
    (name) => {
      const key = `0x${"7".repeat(64)}` as const
      const parse = () => parseEnv({ ...live, ...keys, [name]: key, PAY_TO: privateKeyToAddress(key) })
      expect(parse).toThrow(`PAY_TO: is the account of ${name}, whose key is on this machine`)
    },
  )

  test.each(["12/34", "12#34", "12?34"])(
    "an unescaped database password %s is rejected, and the error does not contain it",
    (password) => {
      const parse = () => parseEnv({ ...sandbox, DATABASE_URL: `postgres://user:${password}@db.example/signal402` })
      expect(parse).toThrow("DATABASE_URL: its password has a / ? # or @ that is not escaped")
      expect(parse).not.toThrow("34")
    },
  )

  test("warnings name an unused settler key and a short token", () => {
    expect(warnings({})).toEqual([])
    expect(warnings({ FACILITATOR_URL: "https://f.example", FACILITATOR_AUTH_HEADER: "Authorization: short" })).toEqual(
      [
        expect.stringMatching(/^SETTLER_PRIVATE_KEY: is not used/),
        expect.stringMatching(/^FACILITATOR_AUTH_HEADER: its value is shorter than 16/),
      ],
    )
  })

  test("RPC_URL may list several nodes; each URL is checked, and a repeated URL is rejected", () => {
    const [one, two] = ["https://one.example/key", "https://two.example"]
    expect(parseEnv({ ...sandbox, RPC_URL: `${one}, ${two}` }).chain).toMatchObject({
      rpcUrl: one,
      rpcUrls: [one, two],
    })
    expect(() => parseEnv({ ...sandbox, RPC_URL: `${one},two.example` })).toThrow("RPC_URL: number 2 must be a URL")
    expect(() => parseEnv({ ...sandbox, RPC_URL: `${one},${one}` })).toThrow("RPC_URL: names a node twice")
  })
})
