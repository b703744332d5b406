import { defineChain } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { base } from "viem/chains"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { depositCall } from "@/lib/x402/chain/channels/channel-calls"
import { newSession, prepareDeposit } from "@/lib/client/sessions/signing"
import { readChannel, withdrawalCall } from "@/lib/client/sessions/withdrawal"
import { sessionOffer } from "@/tools/testing/client/session-fixtures"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { sandboxUsdcAbi } from "@/lib/sandbox/chain/contracts"
import { createFaucet } from "@/lib/sandbox/chain/faucet"
import { type SandboxChain, startSandboxChain } from "@/tools/sandbox/chain/sandbox-chain"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"
import { type DemoProvider, demoWallet } from "./demo-connector"
import { createDemoAccount, forgetDemoAccount } from "./demo-key"

const DELAY_S = 900
const DEPOSIT = 2_000_000n
const Hex = z.templateLiteral(["0x", z.string()])

let chain: SandboxChain

beforeAll(async () => {
  chain = await startSandboxChain()
}, 30_000)
afterAll(async () => {
  forgetDemoAccount()
  await chain.stop()
})

test("the demo wallet withdraws a session's deposit by itself", async () => {
  const client = sandboxClient(chain.rpcUrl)
  const { address } = createDemoAccount()
  const faucet = createFaucet({ ...chain, clock: () => 0 })
  const { balance } = await faucet.drip(address, { withGas: true })
  const wallet = await providerAt(chain.rpcUrl)
  const session = await deposit(wallet, address)
  const balanceOf = () =>
    client.readContract({ address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "balanceOf", args: [address] })
  expect(await balanceOf()).toBe(balance - DEPOSIT)

  const withdraw = async () => {
    const channel = await readChannel(session.config, { rpcUrl: chain.rpcUrl, chainId: base.id })
    const params = [{ from: address, ...withdrawalCall(channel) }]
    const hash = Hex.parse(await wallet.request({ method: "eth_sendTransaction", params }))
    return client.waitForTransactionReceipt({ hash })
  }
  await withdraw()
  await client.increaseTime({ seconds: DELAY_S })
  await withdraw()
  expect(await balanceOf()).toBe(balance)
})

function providerAt(rpcUrl: string): Promise<DemoProvider> {
  const local = defineChain({ ...base, rpcUrls: { default: { http: [rpcUrl] } } })
  const connector = demoWallet()({ chains: [local], emitter: {}, storage: null } as never)
  return connector.getProvider()
}

async function deposit(wallet: DemoProvider, payer: `0x${string}`) {
  const session = { ...sessionOffer({ withdrawDelay: DELAY_S }), asset: chain.usdcAddress }
  const opened = newSession(session, { payer, path: "/api/signal/BTC", nowMs: Date.now() })
  const quote = { resource: { url: "" }, session, aheadMs: 0 }
  const order = prepareDeposit(quote, opened, { amount: DEPOSIT, nowMs: Date.now() })
  const params = [payer, JSON.stringify(order.typedData)]
  const signature = Hex.parse(await wallet.request({ method: "eth_signTypedData_v4", params }))
  const { payload } = await order.complete(signature, 50_000n)
  if (payload.type !== "deposit") throw new Error("This payment deposits nothing.")
  const { validAfter, validBefore, salt } = payload.deposit.authorization.erc3009Authorization
  const { withdrawDelay, ...config } = opened.config
  const terms = { validAfterS: Number(validAfter), validBeforeS: Number(validBefore), salt, signature }
  const data = depositCall({ ...config, withdrawDelayS: withdrawDelay }, { amount: DEPOSIT, ...terms })
  const client = sandboxClient(chain.rpcUrl)
  const account = privateKeyToAccount(chain.settlerPrivateKey)
  await client.waitForTransactionReceipt({
    hash: await client.sendTransaction({ account, to: BATCH_SETTLEMENT, data }),
  })
  return opened
}
