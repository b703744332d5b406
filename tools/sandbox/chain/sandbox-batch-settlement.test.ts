import type { PaymentPayload, PaymentRequirements } from "@x402/core/types"
import { toFacilitatorEvmSigner } from "@x402/evm"
import {
  BatchSettlementEvmScheme as ClientScheme,
  computeChannelId,
  createBatchSettlementEIP3009DepositPayload,
  signVoucher,
} from "@x402/evm/batch-settlement/client"
import { BatchSettlementEvmScheme as FacilitatorScheme } from "@x402/evm/batch-settlement/facilitator"
import { type Abi, encodeAbiParameters, encodeFunctionData, type Hex, numberToHex } from "viem"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { BATCH_SETTLEMENT, DEPOSIT_COLLECTOR } from "@/lib/domain/batch-settlement"
import { deployWallet } from "@/tools/testing/payments/deploy-wallet"
import { malleate } from "@/tools/testing/payments/token-calls"
import sandboxBatchSettlement from "@/tools/sandbox/chain/artifacts/SandboxBatchSettlement.json"
import { sandboxUsdcAbi } from "@/lib/sandbox/chain/contracts"
import { type SandboxChain, startSandboxChain } from "./sandbox-chain"
import { type SandboxClient, sandboxClient } from "@/lib/sandbox/chain/sandbox-client"

/* The sandbox's x402BatchSettlement contract with the official client and facilitator. */

const abi = sandboxBatchSettlement.abi as Abi
const NETWORK = "eip155:8453"
const PAYEE = "0x00000000000000000000000000000000000Fee01"
const ZERO = "0x0000000000000000000000000000000000000000"
const DELAY_S = 900
const DEPOSIT = 1_000_000n

let chain: SandboxChain
let client: SandboxClient
let settler: PrivateKeyAccount
let authorizer: PrivateKeyAccount
let payer: PrivateKeyAccount
let sessionKey: PrivateKeyAccount
let facilitator: FacilitatorScheme

const newKey = () => privateKeyToAccount(generatePrivateKey())

beforeAll(async () => {
  chain = await startSandboxChain()
  client = sandboxClient(chain.rpcUrl)
  settler = privateKeyToAccount(chain.settlerPrivateKey)
  authorizer = newKey()
  facilitator = new FacilitatorScheme(officialSigner(), authorizer)
}, 30_000)
afterAll(() => chain.stop())
beforeEach(async () => {
  payer = newKey()
  sessionKey = newKey()
  await mint(payer.address)
})

function officialSigner() {
  return toFacilitatorEvmSigner({
    address: settler.address,
    getCode: (args) => client.getCode(args),
    readContract: (args) => client.readContract({ ...args, args: args.args ?? [] }),
    verifyTypedData: (args) => client.verifyTypedData(args as Parameters<typeof client.verifyTypedData>[0]),
    writeContract: (args) => client.writeContract({ ...args, account: settler }),
    sendTransaction: (args) => client.sendTransaction({ ...args, account: settler }),
    waitForTransactionReceipt: (args) => client.waitForTransactionReceipt(args),
  })
}

async function mint(to: Hex): Promise<void> {
  const account = privateKeyToAccount(chain.faucetPrivateKey)
  const call = { account, address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "mint" } as const
  const hash = await client.writeContract({ ...call, args: [to, DEPOSIT] })
  await client.waitForTransactionReceipt({ hash })
}

function requirements(): PaymentRequirements {
  return {
    scheme: "batch-settlement",
    network: NETWORK,
    amount: "50000",
    asset: chain.usdcAddress,
    payTo: PAYEE,
    maxTimeoutSeconds: 300,
    extra: { receiverAuthorizer: authorizer.address, withdrawDelay: DELAY_S, name: "USD Coin", version: "2" },
  }
}

const scheme = () => new ClientScheme(payer, { voucherSigner: sessionKey })
const configOf = () => scheme().buildChannelConfig(requirements())
type Config = ReturnType<typeof configOf>

const read = <T>(functionName: string, ...args: readonly unknown[]) =>
  client.readContract({ address: BATCH_SETTLEMENT, abi, functionName, args }) as Promise<T>
const balanceOf = (owner: Hex) =>
  client.readContract({ address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "balanceOf", args: [owner] })
const stateOf = (config: Config) => read<readonly [bigint, bigint]>("channels", idOf(config))
const idOf = (config: Config) => computeChannelId(config, NETWORK)

async function send(account: PrivateKeyAccount | Hex, functionName: string, ...args: readonly unknown[]) {
  const address = typeof account === "string" ? account : account.address
  if (typeof account === "string") await client.impersonateAccount({ address })
  await client.setBalance({ address, value: 10n ** 18n })
  const { request } = await client.simulateContract({ account, address: BATCH_SETTLEMENT, abi, functionName, args })
  await client.waitForTransactionReceipt({ hash: await client.writeContract(request) })
}

async function settle(payload: unknown) {
  const official = { x402Version: 2, accepted: requirements(), payload } as PaymentPayload
  return facilitator.settle(official, requirements())
}

/** Deposits for a channel config, by default the payer's own. */
async function deposit(config: Config = configOf(), amount = DEPOSIT) {
  const args = [2, requirements(), config, amount.toString(), "50000", sessionKey] as const
  const { payload } = await createBatchSettlementEIP3009DepositPayload(payer, ...args)
  return { payload, settled: await settle(payload) }
}

const voucher = (config: Config, total: bigint, signer = sessionKey) =>
  signVoucher(signer, idOf(config), total.toString(), NETWORK)

/** A claim in the contract's format. */
async function claimOf(config: Config, total: bigint, { signer = sessionKey, claimed = total } = {}) {
  const { signature } = await voucher(config, total, signer)
  return { voucher: { channel: config, maxClaimableAmount: total }, signature, totalClaimed: claimed }
}

describe("the official client and facilitator", () => {
  test("open a channel whose id can be computed from its config", async () => {
    const config = configOf()
    const { payload, settled } = await deposit(config)
    expect(settled).toMatchObject({ success: true, amount: DEPOSIT.toString() })
    expect(await read("getChannelId", config)).toBe(idOf(config))
    expect(await stateOf(config)).toEqual([DEPOSIT, 0n])
    expect(await balanceOf(payer.address)).toBe(0n)
    expect(await settle(payload), "an authorization is used once").toMatchObject({ success: false })
    expect(await stateOf(config)).toEqual([DEPOSIT, 0n])
  })

  test("verify vouchers, claim the newest, settle and refund the rest", async () => {
    const config = configOf()
    await deposit(config)
    const payload = { type: "voucher", channelConfig: config, voucher: await voucher(config, 100_000n) }
    const official = { x402Version: 2, accepted: requirements(), payload } as unknown as PaymentPayload
    expect(await facilitator.verify(official, requirements())).toMatchObject({ isValid: true, payer: payer.address })

    const incomeBefore = await balanceOf(PAYEE)
    const { signature } = await voucher(config, 100_000n)
    const claim = { voucher: { channel: config, maxClaimableAmount: "100000" }, signature, totalClaimed: "100000" }
    expect(await settle({ type: "claim", claims: [claim] })).toMatchObject({ success: true })
    expect(await stateOf(config)).toEqual([DEPOSIT, 100_000n])
    expect((await balanceOf(PAYEE)) - incomeBefore, "a claim transfers nothing").toBe(0n)
    expect(await settle({ type: "settle", receiver: PAYEE, token: chain.usdcAddress })).toMatchObject({ success: true })
    expect((await balanceOf(PAYEE)) - incomeBefore).toBe(100_000n)

    const refund = {
      type: "refund",
      channelConfig: config,
      voucher: await voucher(config, 100_000n),
      amount: "900000",
      refundNonce: "0",
      claims: [claim],
    }
    expect(await settle(refund)).toMatchObject({ success: true, amount: "900000" })
    expect(await balanceOf(payer.address)).toBe(900_000n)
    expect(await read("refundNonce", idOf(config))).toBe(1n)
    expect(await stateOf(config)).toEqual([100_000n, 100_000n])
  })
})

describe("a claim is refused", () => {
  test.each([
    ["above the voucher's total", { claimed: 50_001n }, "ClaimExceedsVoucher"],
    ["with a voucher of another key", { signer: newKey() }, "InvalidVoucherSignature"],
  ] as const)("%s", async (_, changes, error) => {
    const config = configOf()
    await deposit(config)
    await expect(send(authorizer, "claim", [await claimOf(config, 50_000n, changes)])).rejects.toThrow(error)
  })

  test("above the balance", async () => {
    const config = configOf()
    await deposit(config)
    await expect(send(authorizer, "claim", [await claimOf(config, DEPOSIT + 1n)])).rejects.toThrow(
      "ClaimExceedsBalance",
    )
  })

  test("with a malleated signature", async () => {
    const config = configOf()
    await deposit(config)
    const claim = await claimOf(config, 50_000n)
    const twin = { ...claim, signature: malleate(claim.signature) }
    await expect(send(authorizer, "claim", [twin])).rejects.toThrow("InvalidVoucherSignature")
  })

  test("by an account that is neither receiver nor authorizer, and without any row", async () => {
    const config = configOf()
    await deposit(config)
    await expect(send(newKey(), "claim", [await claimOf(config, 50_000n)])).rejects.toThrow("NotReceiver")
    await expect(send(authorizer, "claim", [])).rejects.toThrow("EmptyClaims")
  })

  test("with a signature of another authorizer", async () => {
    const config = configOf()
    await deposit(config)
    const claims = [await claimOf(config, 50_000n)]
    const digest = await read<Hex>("getClaimBatchDigest", claims)
    const forged = await newKey().sign({ hash: digest })
    await expect(send(payer, "claimWithSignature", claims, forged)).rejects.toThrow("InvalidAuthorizerSignature")
    await send(payer, "claimWithSignature", claims, await authorizer.sign({ hash: digest }))
    expect(await stateOf(config)).toEqual([DEPOSIT, 50_000n])
  })
})

test("a lower total changes nothing and does not fail other channels of the batch", async () => {
  const config = configOf()
  await deposit(config)
  await send(authorizer, "claim", [await claimOf(config, 100_000n)])
  const other = { ...config, salt: numberToHex(1, { size: 32 }) }
  await mint(payer.address)
  await deposit(other)
  await send(authorizer, "claim", [await claimOf(config, 50_000n), await claimOf(other, 50_000n)])
  expect([await stateOf(config), await stateOf(other)]).toEqual([
    [DEPOSIT, 100_000n],
    [DEPOSIT, 50_000n],
  ])
})

describe("a deposit is refused", () => {
  const data = encodeAbiParameters(
    [{ type: "uint256" }, { type: "uint256" }, { type: "uint256" }, { type: "bytes" }],
    [0n, 2n ** 40n, 0n, "0x"],
  )
  test.each([
    ["without a receiver", { receiver: ZERO }, "InvalidChannelConfig"],
    ["without a receiver's authorizer", { receiverAuthorizer: ZERO }, "InvalidChannelConfig"],
    ["with a delay below 15 minutes", { withdrawDelay: 899 }, "WithdrawDelayOutOfRange"],
    ["with a delay above 30 days", { withdrawDelay: 2_592_001 }, "WithdrawDelayOutOfRange"],
  ] as const)("%s", async (_, changes, error) => {
    const config = { ...configOf(), ...changes }
    await expect(send(settler, "deposit", config, 1n, DEPOSIT_COLLECTOR, data)).rejects.toThrow(error)
  })

  test("when the authorization was signed for another channel", async () => {
    const { payload } = await createBatchSettlementEIP3009DepositPayload(
      payer,
      2,
      requirements(),
      configOf(),
      DEPOSIT.toString(),
      "50000",
      sessionKey,
    )
    const { validAfter, validBefore, salt, signature } =
      Erc3009.parse(payload).deposit.authorization.erc3009Authorization
    const signed = encodeAbiParameters(
      [{ type: "uint256" }, { type: "uint256" }, { type: "uint256" }, { type: "bytes" }],
      [BigInt(validAfter), BigInt(validBefore), BigInt(salt), signature],
    )
    const other = { ...configOf(), payerAuthorizer: newKey().address }
    await expect(send(settler, "deposit", other, DEPOSIT, DEPOSIT_COLLECTOR, signed)).rejects.toThrow(
      /invalid signature/,
    )
    await send(settler, "deposit", configOf(), DEPOSIT, DEPOSIT_COLLECTOR, signed)
    expect(await stateOf(configOf())).toEqual([DEPOSIT, 0n])
  })
})

const Erc3009 = z.object({
  deposit: z.object({
    authorization: z.object({
      erc3009Authorization: z.object({
        validAfter: z.string(),
        validBefore: z.string(),
        salt: z.string(),
        signature: z.templateLiteral(["0x", z.string()]),
      }),
    }),
  }),
})

describe("a withdrawal by the payer", () => {
  test("is paid after the delay, minus later claims", async () => {
    const config = configOf()
    await deposit(config)
    await send(sessionKey, "initiateWithdraw", config, DEPOSIT)
    await expect(send(payer, "finalizeWithdraw", config)).rejects.toThrow("WithdrawDelayNotElapsed")
    await send(authorizer, "claim", [await claimOf(config, 50_000n)])
    const id = await client.snapshot()
    await client.increaseTime({ seconds: DELAY_S })
    await client.mine({ blocks: 1 })
    await send(payer, "finalizeWithdraw", config)
    expect(await balanceOf(payer.address)).toBe(DEPOSIT - 50_000n)
    expect(await stateOf(config)).toEqual([50_000n, 50_000n])
    await expect(send(payer, "finalizeWithdraw", config)).rejects.toThrow("NoPendingWithdrawal")
    // Restores the clock for the other tests.
    await client.revert({ id })
  })

  test("is allowed only to payer and session key, and at most for the unclaimed balance", async () => {
    const config = configOf()
    await deposit(config)
    await expect(send(newKey(), "initiateWithdraw", config, 1n)).rejects.toThrow("NotPayer")
    await expect(send(payer, "initiateWithdraw", config, DEPOSIT + 1n)).rejects.toThrow("WithdrawalExceedsEscrow")
    await expect(send(payer, "initiateWithdraw", config, 0n)).rejects.toThrow("ZeroAmount")
  })

  test("is reduced by a refund, and ended by a refund of its amount", async () => {
    const config = configOf()
    await deposit(config)
    const pending = () => read<readonly [bigint, number]>("pendingWithdrawals", idOf(config))
    await send(payer, "initiateWithdraw", config, 500_000n)
    await send(authorizer, "refund", config, 200_000n)
    expect((await pending())[0]).toBe(300_000n)
    await send(authorizer, "refund", config, 300_000n)
    expect(await pending()).toEqual([0n, 0])
  })
})

test("a refund needs its nonce and signature, and uses its nonce even when nothing is left", async () => {
  const config = configOf()
  await deposit(config)
  const digest = (nonce: bigint, amount: bigint) => read<Hex>("getRefundDigest", idOf(config), nonce, amount)
  const sign = async (nonce: bigint, amount: bigint, key = authorizer) =>
    key.sign({ hash: await digest(nonce, amount) })
  const refund = async (nonce: bigint, amount: bigint, signature: Hex) =>
    send(payer, "refundWithSignature", config, amount, nonce, signature)
  await expect(refund(0n, DEPOSIT, await sign(0n, DEPOSIT, newKey()))).rejects.toThrow("InvalidAuthorizerSignature")
  await expect(refund(1n, DEPOSIT, await sign(1n, DEPOSIT))).rejects.toThrow("InvalidRefundNonce")
  await refund(0n, 2n * DEPOSIT, await sign(0n, 2n * DEPOSIT))
  expect(await balanceOf(payer.address), "at most the remaining balance").toBe(DEPOSIT)
  await refund(1n, 1n, await sign(1n, 1n))
  expect(await read("refundNonce", idOf(config))).toBe(2n)
})

test("without a session key a smart wallet's owner signs the vouchers (ERC-1271)", async () => {
  const wallet = await deployWallet(client, settler, payer.address)
  const config = { ...configOf(), payer: wallet, payerAuthorizer: ZERO } as Config
  await mint(wallet)
  const salt = numberToHex(7, { size: 32 })
  const { payload } = await createBatchSettlementEIP3009DepositPayload(
    { address: wallet, signTypedData: (message) => payer.signTypedData(message) },
    2,
    requirements(),
    { ...config, salt },
    DEPOSIT.toString(),
    "50000",
    payer,
  )
  expect(await settle(payload)).toMatchObject({ success: true })
  await send(authorizer, "claim", [await claimOf({ ...config, salt }, 50_000n, { signer: payer })])
  expect(await stateOf({ ...config, salt })).toEqual([DEPOSIT, 50_000n])
})

test("multicall executes all calls or none", async () => {
  const config = configOf()
  await deposit(config)
  const claim = encodeFunctionData({ abi, functionName: "claim", args: [[await claimOf(config, 50_000n)]] })
  const refund = encodeFunctionData({ abi, functionName: "refund", args: [config, 950_000n] })
  const bad = encodeFunctionData({ abi, functionName: "refund", args: [config, 0n] })
  await expect(send(authorizer, "multicall", [claim, bad])).rejects.toThrow("ZeroAmount")
  await send(authorizer, "multicall", [claim, refund])
  expect(await stateOf(config)).toEqual([50_000n, 50_000n])
  expect(await balanceOf(payer.address)).toBe(950_000n)
})
