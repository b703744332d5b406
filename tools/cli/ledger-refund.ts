import { privateKeyToAccount } from "viem/accounts"
import { createPayeeAccount } from "@/tools/ledger/payee-account"
import { CommandEnv } from "@/lib/server/config/command-variables"
import { loadVariables } from "@/lib/server/config/load"
import { formatUsdc } from "@/lib/domain/usdc"
import { saleById } from "@/tools/ledger/sales"
import { makeRefund } from "@/tools/ledger/make-refund"
import { createRefundStore } from "@/tools/ledger/refunds"
import { clientOf, type LedgerContext } from "./ledger-context"

const RefundVariables = CommandEnv.pick({ PAYEE_PRIVATE_KEY: true })

/** Sends the price of a sale back, with the payee's own key. Ends with 1 when the refund is not in a block. */
export async function refund({ config, store, args }: LedgerContext): Promise<void> {
  const { subject: id, reason = "", replace } = args
  const { PAYEE_PRIVATE_KEY: key } = loadVariables(RefundVariables)
  if (key === undefined) throw new Error("PAYEE_PRIVATE_KEY: required; it sends the price back.")
  const { chainId, network, networkName, usdc } = config.chain
  const sale = await saleById(store, id, network)
  if (sale === null) {
    throw new Error(`No settled payment on ${networkName} has the id ${id}. npm run ledger -- export lists them.`)
  }
  if (sale.lost > 0n) {
    throw new Error(`${formatUsdc(sale.lost)} USDC of ${id} never arrived, because its payer withdrew them.`)
  }
  const account = createPayeeAccount(clientOf(config), {
    account: privateKeyToAccount(key),
    chainId,
    usdc: usdc.address,
  })
  const ports = { refunds: createRefundStore(store), account, clock: Date.now }
  const { transaction, status } = await makeRefund(ports, sale, { reason, replace })
  console.log(`${formatUsdc(sale.amount)} USDC to ${sale.payer} in ${transaction}: ${status}`)
  if (status !== "success") process.exitCode = 1
}
