import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { z } from "zod"

const DEMO_KEY = "signal402.demo-wallet.1"

const PrivateKey = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)])

/** The demo wallet's account. The key is made in this browser and only ever holds play money. */
export function loadDemoAccount(): PrivateKeyAccount | null {
  const key = PrivateKey.safeParse(localStorage.getItem(DEMO_KEY))
  return key.success ? privateKeyToAccount(key.data) : null
}

export function createDemoAccount(): PrivateKeyAccount {
  const key = generatePrivateKey()
  localStorage.setItem(DEMO_KEY, key)
  return privateKeyToAccount(key)
}

export function forgetDemoAccount(): void {
  localStorage.removeItem(DEMO_KEY)
}
