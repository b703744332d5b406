import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { z } from "zod"
import { browserStorage } from "@/lib/client/browser/browser-storage"
import { readText } from "@/lib/client/browser/persistent-list"

const DEMO_KEY = "signal402.demo-wallet.1"

const PrivateKey = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)])

/** The key of this page's life, where the browser keeps nothing. */
let memoryKey: string | null = null

/** The demo wallet's account. The key is made in this browser and only ever holds play money. */
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
    // A browser that keeps nothing has nothing to forget.
  }
}
