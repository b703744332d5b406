import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { z } from "zod"
import { browserStorage } from "@/lib/client/browser/browser-storage"
import { readText } from "@/lib/client/browser/persistent-list"

const DEMO_KEY = "signal402.demo-wallet.1"

const PrivateKey = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)])

/** Used while storage is not available; lost with the page. */
let memoryKey: string | null = null

/** The demo account. Its key is created in this browser and only ever owns play money. */
export function loadDemoAccount(): PrivateKeyAccount | null {
  const key = PrivateKey.safeParse(memoryKey ?? readText(browserStorage(), DEMO_KEY))
  return key.success ? privateKeyToAccount(key.data) : null
}

export function createDemoAccount(): PrivateKeyAccount {
  const key = generatePrivateKey()
  try {
    browserStorage().setItem(DEMO_KEY, key)
  } catch {
    memoryKey = key
  }
  return privateKeyToAccount(key)
}

export function forgetDemoAccount(): void {
  memoryKey = null
  try {
    localStorage.removeItem(DEMO_KEY)
  } catch {
    // Without storage there is nothing to delete.
  }
}
