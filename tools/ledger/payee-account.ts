import { type Client, encodeFunctionData, erc20Abi, parseTransaction, type PrivateKeyAccount } from "viem"
import {
  getTransactionCount,
  prepareTransactionRequest,
  sendRawTransaction,
  waitForTransactionReceipt,
} from "viem/actions"
import { keccak256 } from "@/lib/x402/chain/crypto"
import { isKnownToNode } from "@/lib/x402/chain/rpc-error"
import { receiptOf } from "@/lib/x402/chain/transactions"

const WAIT_MS = 60_000

export type RefundStatus = "success" | "reverted"

/** The account that receives payments, on its chain. */
export type PayeeAccount = {
  readonly address: `0x${string}`
  /**
   * Signs a transfer of the price to the payer under the account's next nonce, but not below `minNonce`. With `former`,
   * under the nonce of that transaction and for fees so much higher that nodes accept it as a replacement.
   */
  sign(
    sale: { readonly payer: `0x${string}`; readonly amount: bigint },
    options?: { readonly former?: SignedRefund; readonly minNonce?: number },
  ): Promise<SignedRefund>
  /** How many transactions of the account are in blocks. */
  minedCount(): Promise<number>
  /** `null` while it is in no block. */
  statusOf(transaction: `0x${string}`): Promise<RefundStatus | null>
  /** Sends a signed transaction, possibly again, and waits for its block. */
  send(signed: SignedRefund): Promise<RefundStatus>
}

export type SignedRefund = {
  readonly transaction: `0x${string}`
  readonly raw: `0x${string}`
  readonly nonce: number
}

type PayeeOptions = {
  readonly account: PrivateKeyAccount
  readonly chainId: number
  readonly usdc: `0x${string}`
}

/** The payee's account, which sends prices back. */
export function createPayeeAccount(client: Client, { account, chainId, usdc }: PayeeOptions): PayeeAccount {
  return {
    address: account.address,

    async sign({ payer, amount }, { former, minNonce = 0 } = {}) {
      const request = await prepareTransactionRequest(client, {
        account,
        chain: null,
        chainId,
        type: "eip1559",
        to: usdc,
        data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [payer, amount] }),
        // A node that has the former transaction counts its nonce as used, and its money as spent.
        ...(former && { nonce: former.nonce, gas: parseTransaction(former.raw).gas }),
      })
      const nonce = Math.max(request.nonce, minNonce)
      const fees = former ? raisedAbove(former.raw, request) : {}
      const raw = await account.signTransaction({ ...request, ...fees, nonce, type: "eip1559" })
      return { transaction: keccak256(raw), raw, nonce }
    },

    minedCount: () => getTransactionCount(client, { address: account.address, blockTag: "latest" }),

    statusOf: async (transaction) => (await receiptOf(client, transaction))?.status ?? null,

    async send({ transaction, raw }) {
      try {
        await sendRawTransaction(client, { serializedTransaction: raw })
      } catch (error) {
        if (!isKnownToNode(error)) throw error
      }
      // Another transaction with its nonce does not refund.
      const wait = { hash: transaction, timeout: WAIT_MS, checkReplacement: false }
      return (await waitForTransactionReceipt(client, wait)).status
    },
  }
}

type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/**
 * The present fees when they are at least an eighth higher than the former ones: nodes accept no smaller replacement.
 */
function raisedAbove(raw: `0x${string}`, today: Fees): Fees {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw)
  return {
    maxFeePerGas: larger(today.maxFeePerGas, anEighthMore(maxFeePerGas)),
    maxPriorityFeePerGas: larger(today.maxPriorityFeePerGas, anEighthMore(maxPriorityFeePerGas)),
  }
}

/** Rounded up. */
function anEighthMore(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
