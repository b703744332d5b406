import type { Page } from "@playwright/test"
import type { Address } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import { z } from "zod"

const PrivateKey = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)])

/** The address of the page's demo wallet. */
export async function demoAddress(page: Page): Promise<Address> {
  const key = await page.evaluate(() => localStorage.getItem("signal402.demo-wallet.1"))
  return privateKeyToAddress(PrivateKey.parse(key))
}
