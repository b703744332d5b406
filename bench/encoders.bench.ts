import {
  decodeFunctionResult,
  encodeFunctionData,
  encodeFunctionResult,
  hashTypedData,
  keccak256 as viemKeccak256,
  serializeTransaction,
} from "viem"
import { aggregate, type Call, decodeResults, multicall3Abi } from "@/lib/x402/chain/multicall"
import { type Authorization, authorizationDigest, domainSeparator } from "@/lib/x402/chain/authorization"
import { type Transaction, encodeTransaction } from "@/lib/x402/chain/settlement-account"
import { keccak256 } from "@/lib/x402/chain/crypto"
import { transferCall, usdcAbi } from "@/lib/x402/chain/usdc-contract"
import { EIP3009_FIELDS } from "@/lib/client/purchase/authorization"
import { parseUsdc } from "@/lib/domain/usdc"
import { receiptDigest, type ReceiptPayload } from "@/lib/x402/wire/signed-artifacts"
import { median } from "./median"

/*
 * Time of the fixed-layout encoders for one payment of a batch of 50, compared with the general encoders of viem. The
 * fixed-layout encoders stay while viem's would cost more than 5% of a paid call. `npm run bench -- payments` measures the
 * paid call. Run with `npm run bench -- encoders`. The run takes about ten seconds.
 */

const BATCH = 50
const usdc = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"
const multicall = "0xca11bde05977b3631167028862be2a173976ca11"
const domain = { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: usdc } as const
const separator = domainSeparator(domain)

const proofs: readonly Authorization[] = Array.from({ length: BATCH }, (_, n) => ({
  from: `0x${(n + 1).toString(16).padStart(40, "a")}`,
  to: "0x00000000000000000000000000000000000000ee",
  value: parseUsdc("0.05"),
  validAfterS: 0,
  validBeforeS: 1_790_000_000,
  nonce: `0x${n.toString(16).padStart(64, "b")}`,
  signature: `0x${"5c".repeat(65)}`,
  deployment: null,
}))

const receipt: ReceiptPayload = {
  version: 1,
  network: "eip155:8453",
  resourceUrl: "https://signal402.example/api/signal/BTC",
  payer: "0x00000000000000000000000000000000000000aa",
  issuedAt: 1_790_000_000,
  transaction: `0x${"c".repeat(64)}`,
}

const terms = {
  type: "eip1559",
  chainId: 8453,
  nonce: 7,
  maxPriorityFeePerGas: 1_000n,
  maxFeePerGas: 5_000_000n,
  gas: 3_000_000n,
  to: multicall,
} as const

const answer = encodeFunctionResult({
  abi: multicall3Abi,
  functionName: "aggregate3",
  result: proofs.map(() => ({ success: true, returnData: "0x" as const })),
})

const signature = { yParity: 1, r: 2n ** 255n, s: 2n ** 254n } as const

/** Digest and receipt of each payment; simulation, answer and transaction of the batch. */
const ours: Readonly<Record<string, () => unknown>> = {
  "payment digest": () => proofs.map((proof) => authorizationDigest(separator, proof)),
  "receipt digest": () => proofs.map(() => receiptDigest(receipt)),
  "batch of calls, twice": () => [batch(), batch()],
  "results of a batch": () => decodeResults(answer),
  transaction: () => {
    const transaction: Transaction = { ...terms, data: batch() }
    const { unsigned, signed } = encodeTransaction(transaction)
    return [keccak256(unsigned), signed(signature)]
  },
}

const viem: Readonly<Record<keyof typeof ours, () => unknown>> = {
  "payment digest": () =>
    proofs.map(({ from, to, value, validAfterS, validBeforeS, nonce }) =>
      hashTypedData({
        domain,
        types: { TransferWithAuthorization: EIP3009_FIELDS },
        primaryType: "TransferWithAuthorization",
        message: { from, to, value, validAfter: BigInt(validAfterS), validBefore: BigInt(validBeforeS), nonce },
      }),
    ),
  "receipt digest": () =>
    proofs.map(() =>
      hashTypedData({
        domain: { name: "x402 receipt", version: "1", chainId: 1 },
        types: { Receipt: RECEIPT },
        primaryType: "Receipt",
        message: { ...receipt, version: 1n, issuedAt: BigInt(receipt.issuedAt) },
      }),
    ),
  "batch of calls, twice": () => [viemBatch(), viemBatch()],
  "results of a batch": () => decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer }),
  transaction: () => {
    const transaction = { ...terms, data: viemBatch() }
    return [viemKeccak256(serializeTransaction(transaction)), serializeTransaction(transaction, VIEM_SIGNATURE)]
  },
}

const RECEIPT = [
  { name: "version", type: "uint256" },
  { name: "network", type: "string" },
  { name: "resourceUrl", type: "string" },
  { name: "payer", type: "string" },
  { name: "issuedAt", type: "uint256" },
  { name: "transaction", type: "string" },
] as const

const VIEM_SIGNATURE = {
  yParity: 1,
  r: `0x${signature.r.toString(16).padStart(64, "0")}`,
  s: `0x${signature.s.toString(16).padStart(64, "0")}`,
} as const

function batch(): `0x${string}` {
  return aggregate(proofs.map((proof): Call => transferCall(usdc, proof)))
}

function viemBatch(): `0x${string}` {
  const calls = proofs.map((proof) => ({
    target: usdc as `0x${string}`,
    allowFailure: true,
    callData: encodeFunctionData({
      abi: usdcAbi,
      functionName: "transferWithAuthorization",
      args: [
        proof.from,
        proof.to,
        proof.value,
        BigInt(proof.validAfterS),
        BigInt(proof.validBeforeS),
        proof.nonce,
        proof.signature,
      ],
    }),
  }))
  return encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] })
}

const RUNS = 200

/** Median microseconds for one payment. */
function measure(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const startMs = performance.now()
    work()
    return performance.now() - startMs
  })
  return (median(times) * 1_000) / BATCH
}

console.log(`Microseconds for one payment of a batch of ${BATCH}`)
const [sums, names] = [{ ours: 0, viem: 0 }, Object.keys(ours)]
for (const name of names) for (const work of [ours[name], viem[name]]) if (work) measure(work)
for (const name of names) {
  const [mine, theirs] = [measure(ours[name] ?? batch), measure(viem[name] ?? viemBatch)]
  sums.ours += mine
  sums.viem += theirs
  console.log(`  ${name.padEnd(24)} ${mine.toFixed(1).padStart(7)}   viem ${theirs.toFixed(1).padStart(7)}`)
}
console.log(`  ${"sum".padEnd(24)} ${sums.ours.toFixed(1).padStart(7)}   viem ${sums.viem.toFixed(1).padStart(7)}`)
