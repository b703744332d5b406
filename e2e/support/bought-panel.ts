import { soldOf } from "@/components/panels"
import { productOf } from "@/components/panels/product/product-of"
import type { PaidContract } from "@/lib/api/contract"
import { answerContracts } from "@/lib/endpoints"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"

export const paidContracts: readonly PaidContract[] = answerContracts

/** A paid panel's title and a receipt that is one minute old. `body`: the answer, by default the contract's example. */
export function boughtPanel(id: string, body?: unknown): { readonly title: string; readonly receipt: Receipt } {
  const contract = paidContracts.find((one) => one.id === id)
  const sold = contract && soldOf(contract)
  if (!sold) throw new Error(`${id} is not sold.`)
  const product = productOf(sold, contract.path.includes("{coin}") ? { coin: "BTC" } : {})
  const { id: productId, title, path, price: amount } = product
  const nonce = `0x${String(paidContracts.indexOf(contract) + 10).repeat(32)}`
  const answer = body ?? contract.example
  return {
    title,
    receipt: receiptAt(NOW_MS - 60_000, { id: nonce, productId, title, path, amount, body: answer }),
  }
}
