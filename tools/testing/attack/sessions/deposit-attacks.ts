import { encodePaymentSignatureHeader } from "@x402/core/http"
import { erc20Abi, parseAbi, parseEther, parseGwei } from "viem"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { timerSleep } from "@/lib/outbound/ports"
import { channelRequirements } from "@/lib/x402/wire/requirements"
import { ARMED_BURNER, deployBurner } from "@/tools/testing/payments/deploy-wallet"
import { btc, PRICE, present } from "@/tools/testing/payments/fixtures"
import { authorizeNow } from "@/tools/testing/payments/payment-setup"
import { MIN_DEPOSIT, schemeOf } from "@/tools/testing/payments/session-harness"
import { type AttackerSpend, gasSentBy, type SessionAttack, type SessionStage } from "./session-stage"

const POLL_MS = 25
/** How long the attacker waits for a deposit in a transaction of the service. */
const RACE_AFTER_MS = 2_500
const MAX_ROUNDS = 10
const ANSWERED = 200

/** Signs the deposit of a new channel, with the first voucher. `from`: a contract wallet whose key signs. */
async function signDeposit(
  { session, service }: SessionStage,
  key: PrivateKeyAccount,
  from = key.address,
): Promise<string> {
  const scheme = schemeOf(session, { ...key, address: from }, privateKeyToAccount(generatePrivateKey()))
  const accepted = { ...channelRequirements(service.terms, service.sessions, PRICE), network: service.terms.network }
  const { payload } = await scheme.createPaymentPayload(2, accepted)
  return encodePaymentSignatureHeader({ x402Version: 2, accepted, payload })
}

async function send({ service }: SessionStage, header: string): Promise<number> {
  const headers = { "PAYMENT-SIGNATURE": header }
  return (await service.request(`${service.terms.origin}/api/quote/BTC`, { headers })).status
}

async function deposit(stage: SessionStage, key: PrivateKeyAccount, from = key.address): Promise<number> {
  return send(stage, await signDeposit(stage, key, from))
}

/** Deposits over one balance, signed before the attack, because the attacker's processor is not the service's. */
function overOneBalance(full: number) {
  let key: PrivateKeyAccount | null = null
  const headers: string[] = []
  return {
    async prepare(stage: SessionStage, scale: number): Promise<void> {
      key = await fundedKey(stage, MIN_DEPOSIT)
      for (let count = 0; count < sizeOf(full, scale); count += 1) headers.push(await signDeposit(stage, key))
    },
    key(): PrivateKeyAccount {
      if (key === null) throw new Error("The attacker has no key.")
      return key
    },
    send: (stage: SessionStage, from: number, to: number) =>
      Promise.all(headers.slice(from * headers.length, to * headers.length).map((header) => send(stage, header))),
  }
}

/** A payment of scheme "exact". Resolves with whether it was delivered. */
async function payExactly({ service }: SessionStage, key: PrivateKeyAccount): Promise<boolean> {
  const authorization = await authorizeNow(key, { to: service.payTo, value: PRICE })
  const answer = () => Promise.resolve({ body: "{}", etag: null })
  const sent = present(authorization)
  const accepted = sent.accepted && { ...sent.accepted, payTo: service.payTo }
  return (await service.gate.pay({ ...sent, accepted }, btc, answer)).kind === "delivered"
}

async function fundedKey({ session }: SessionStage, amount: bigint): Promise<PrivateKeyAccount> {
  const key = privateKeyToAccount(generatePrivateKey())
  await session.mint(key.address, amount)
  await session.client.setBalance({ address: key.address, value: parseEther("1") })
  return key
}

const sizeOf = (full: number, scale: number) => Math.max(3, Math.round(full * scale))
const soldIn = (statuses: readonly number[]) => BigInt(statuses.filter((status) => status === ANSWERED).length)

/** The payers whose deposit is in a transaction of the service that waits for its block. */
async function depositsInFlight<P>(
  { session }: SessionStage,
  payers: ReadonlyMap<`0x${string}`, P>,
): Promise<readonly P[]> {
  const sender = session.account.address.toLowerCase()
  for (let waitedMs = 0; waitedMs < RACE_AFTER_MS; waitedMs += POLL_MS) {
    const { transactions } = await session.client.getBlock({ blockTag: "pending", includeTransactions: true })
    const data = transactions.filter(({ from }) => from === sender).map(({ input }) => input)
    const found = [...payers].filter(([payer]) => data.some((input) => input.includes(payer.slice(2).toLowerCase())))
    if (found.length > 0) return found.map(([, value]) => value)
    await timerSleep(POLL_MS)
  }
  return []
}

/** Acts in the block of each deposit, in a few rounds. */
async function race<P>(
  stage: SessionStage,
  payers: Map<`0x${string}`, P>,
  act: (payer: P) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS && payers.size > 0; round += 1) {
    const found = new Set(await depositsInFlight(stage, payers))
    for (const [address, payer] of payers) {
      if (!found.has(payer)) continue
      payers.delete(address)
      await act(payer)
    }
  }
}

/** A high tip, so that the attacker's transaction is before the service's in the block. */
const FIRST = { gas: 150_000n, maxPriorityFeePerGas: parseGwei("5"), maxFeePerGas: parseGwei("50") } as const

/** Each deposit passes a check of its own; together they are not covered. Twice, because a refund brings the balance back. */
export const oneBalance: SessionAttack = (() => {
  const attacker = overOneBalance(200)
  return {
    name: "deposits over one balance",
    prepare: (stage, scale) => attacker.prepare(stage, scale),
    async run(stage) {
      const first = await attacker.send(stage, 0, 0.5)
      await stage.session.mint(attacker.key().address, MIN_DEPOSIT)
      const second = await attacker.send(stage, 0.5, 1)
      return { gas: 0n, usdc: PRICE * soldIn([...first, ...second]), faults: [] }
    },
  }
})()

/** One balance for deposits and for payments of scheme "exact". */
export const mixedSpends: SessionAttack = (() => {
  const attacker = overOneBalance(40)
  return {
    name: "deposits and payments over one balance",
    prepare: (stage, scale) => attacker.prepare(stage, scale),
    async run(stage, scale) {
      const payments = Array.from({ length: sizeOf(40, scale) }, () => payExactly(stage, attacker.key()))
      const [deposits, paid] = await Promise.all([attacker.send(stage, 0, 1), Promise.all(payments)])
      const sold = BigInt(paid.filter(Boolean).length) + soldIn(deposits)
      return { gas: 0n, usdc: PRICE * sold, faults: [] }
    },
  }
})()

type Burners = { readonly key: PrivateKeyAccount; readonly wallets: readonly `0x${string}`[]; readonly gas: bigint }

async function deployBurners(stage: SessionStage, count: number, manner?: number): Promise<Burners> {
  const key = await fundedKey(stage, 1n)
  const wallets: `0x${string}`[] = []
  for (let index = 0; index < count; index += 1) {
    const wallet = await deployBurner(stage.session.client, key, manner)
    wallets.push(wallet)
    await stage.session.mint(wallet, MIN_DEPOSIT)
  }
  return { key, wallets, gas: await gasSentBy(stage.session, key.address, 0n) }
}

/** Wallets whose code confirms every signature in a simulation, and uses up all gas in the block. */
export const burningWallets = (perWallet: number, wallets: number): SessionAttack => {
  let burners: Burners | null = null
  return {
    name: `${wallets} wallets that burn gas in the block, ${perWallet} deposits each`,
    async prepare(stage) {
      burners = await deployBurners(stage, wallets)
    },
    async run(stage) {
      if (burners === null) throw new Error("The wallets are not deployed.")
      const { key, gas } = burners
      const payers = burners.wallets.flatMap((wallet) => Array.from({ length: perWallet }, () => wallet))
      const sent = await Promise.all(payers.map((wallet) => deposit(stage, key, wallet)))
      return { gas, usdc: PRICE * soldIn(sent), faults: [] }
    },
  }
}

/** The same wallets, armed by a transaction in the block of the deposit, which no simulation shows. */
export const armedWallets: SessionAttack = (() => {
  let burners: Burners | null = null
  return {
    name: "wallets that are armed in the block of their deposit",
    async prepare(stage, scale) {
      burners = await deployBurners(stage, sizeOf(20, scale), ARMED_BURNER)
    },
    async run(stage) {
      if (burners === null) throw new Error("The wallets are not deployed.")
      const { key, wallets } = burners
      const sending = Promise.all(wallets.map((wallet) => deposit(stage, key, wallet)))
      const arm = {
        account: key,
        abi: parseAbi(["function arm(bool armed)"]),
        functionName: "arm",
        args: [true],
      } as const
      const targets = new Map(wallets.map((wallet) => [wallet, wallet]))
      await race(stage, targets, (address) => stage.session.client.writeContract({ ...arm, address, ...FIRST }))
      const usdc = PRICE * soldIn(await sending)
      return { gas: await gasSentBy(stage.session, key.address, 0n), usdc, faults: [] }
    },
  }
})()

type Race = (stage: SessionStage, key: PrivateKeyAccount, to: `0x${string}`) => Promise<unknown>

/** New keys funded by one address, which act in the block of their deposits. */
function racingKeys(name: string, act: Race): SessionAttack {
  let source: PrivateKeyAccount | null = null
  const keys: PrivateKeyAccount[] = []
  return {
    name,
    async prepare(stage, scale) {
      const { client, chain } = stage.session
      const count = sizeOf(20, scale)
      source = await fundedKey(stage, MIN_DEPOSIT * BigInt(count))
      const token = { account: source, address: chain.usdcAddress, abi: erc20Abi, functionName: "transfer" } as const
      for (let index = 0; index < count; index += 1) {
        const key = await fundedKey(stage, 0n)
        const hash = await client.writeContract({ ...token, args: [key.address, MIN_DEPOSIT] })
        await client.waitForTransactionReceipt({ hash })
        keys.push(key)
      }
    },
    async run(stage): Promise<AttackerSpend> {
      if (source === null) throw new Error("The keys have no money.")
      const { address } = source
      const sending = Promise.all(keys.map((key) => deposit(stage, key)))
      await race(stage, new Map(keys.map((key) => [key.address, key])), (key) => act(stage, key, address))
      const usdc = PRICE * soldIn(await sending)
      const spent = await Promise.all([address, ...keys.map((key) => key.address)].map((own) => gasOf(stage, own)))
      return { gas: spent.reduce((sum, gas) => sum + gas, 0n), usdc, faults: [] }
    },
  }
}

const gasOf = ({ session }: SessionStage, address: `0x${string}`) => gasSentBy(session, address, 0n)

/** The balance is gone when the deposit is in the block. */
export const movedBalances = racingKeys("new keys of one source that move their balance", ({ session }, key, to) =>
  session.client.writeContract({
    account: key,
    address: session.chain.usdcAddress,
    abi: erc20Abi,
    functionName: "transfer",
    args: [to, MIN_DEPOSIT],
    ...FIRST,
  }),
)

/** The key becomes an account with code (EIP-7702) in the block of its deposit, and the code burns gas. */
export const delegatedKeys: SessionAttack = (() => {
  let burner: `0x${string}` | null = null
  const delegating = racingKeys("keys that delegate to code in the block", async ({ session }, key) => {
    if (burner === null) throw new Error("The code is not deployed.")
    const authorization = await session.client.signAuthorization({
      account: key,
      contractAddress: burner,
      executor: "self",
    })
    return session.client.sendTransaction({
      account: key,
      to: key.address,
      authorizationList: [authorization],
      ...FIRST,
    })
  })
  return {
    ...delegating,
    async prepare(stage, scale) {
      await delegating.prepare?.(stage, scale)
      burner = (await deployBurners(stage, 1)).wallets[0] ?? null
    },
  }
})()
