"use client"

import { type FormEvent, type RefObject, useEffect, useId, useState } from "react"
import { NumberField } from "@/components/ui/number-field"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import { SideButton } from "@/components/ui/side-button"
import { useOnline } from "@/lib/client/browser/use-online"
import { useStore } from "@/lib/client/browser/use-store"
import { dollars } from "@/lib/client/format/money"
import { isOpen, type PurchaseState } from "@/lib/client/panel/machine"
import type { Product } from "@/lib/client/panel/product"
import type { SessionClient } from "./session-client"
import type { SessionRequirements } from "@/lib/client/purchase/wire"
import { remainingDeposit, type Session } from "@/lib/client/sessions/session"
import { depositRange, parseDeposit, proposedDeposit } from "@/lib/client/sessions/session-input"
import type * as SigningModule from "@/lib/client/sessions/signing"
import { type ConnectedWallet, walletActions } from "@/lib/client/wallet/wallet-store"

type DepositFormProps = {
  readonly client: SessionClient
  readonly wallet: ConnectedWallet
  readonly offer: SessionRequirements
  /** The session to top up; `null` for a new one. */
  readonly session: Session | null
  /** What counts towards today's limit already, in atomic USDC. */
  readonly used: bigint
  readonly announce: (text: string) => void
  /** Gets the focus when the form is replaced. */
  readonly focusFallback: RefObject<HTMLElement | null>
}

/** Puts an amount into a session with one wallet signature. The deposit is sent with the first panel that it pays. */
export function DepositForm(props: DepositFormProps) {
  const { client, wallet, offer, session, used, announce, focusFallback } = props
  const submit = useFocusFallback<HTMLButtonElement>(focusFallback)
  const id = useId()
  const actions = useStore(walletActions)
  const isOnline = useOnline()
  const signing = useSigning()
  const products = useOpenProducts(client)
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState("")
  const [purchase, setPurchase] = useState<PurchaseState | null>(null)
  const limit = BigInt(useStore(client.budget).limit)
  const bounds = {
    limit,
    used,
    held: session ? remainingDeposit(session) : 0n,
    min: BigInt(offer.extra.minDeposit ?? offer.amount),
    balance: wallet.balance,
  }
  const [text, setText] = useState(() => dollars(proposedDeposit(bounds)).slice(1))
  const input = parseDeposit(text, bounds)
  const product = products.find((one) => one.id === chosen) ?? products[0]
  const isInProgress = purchase?.kind === "signing" || purchase?.kind === "settling"

  const start = (event: FormEvent) => {
    event.preventDefault()
    setProblem(input.kind === "amount" ? "" : input.message)
    if (input.kind !== "amount" || isInProgress || !product || !actions || !signing) return
    const { address } = wallet
    const target = session ?? newSession(signing, offer, { payer: address, path: product.path })
    const controller = client.controllerOf(product)
    const stop = controller.subscribe(() => {
      const state = controller.get().purchase
      setPurchase(state)
      announce(progressText(state, wallet.name))
    })
    const method = client.sessions.deposit(target, input.amount, signing)
    void controller.pay({ address, sign: actions.sign, method }).finally(stop)
  }

  if (!wallet.chainOk) {
    return (
      <p>
        Your wallet is on another network.{" "}
        <button className="button" type="button" onClick={() => actions?.switchNetwork()}>
          Switch network
        </button>
      </p>
    )
  }
  if (!product)
    return <p className="hint">Open a page with a panel that you have not bought: a session starts with it.</p>
  return (
    <form className="budget-form" onSubmit={start}>
      <label className="label" htmlFor={id}>
        {session ? "Add dollars" : "Amount in dollars"}
      </label>
      <NumberField
        id={id}
        unit="dollars"
        value={text}
        aria-invalid={problem !== ""}
        aria-describedby={`${id}-range ${id}-status`}
        onChange={(typed) => {
          setText(typed)
          setProblem("")
        }}
      />
      <p className="hint" id={`${id}-range`}>
        {depositRange(bounds)} {input.kind === "amount" ? panelsText(input.amount, BigInt(product.price)) : ""}
      </p>
      {input.kind === "over-limit" ? (
        <SideButton
          name={`Raise today's limit to ${dollars(input.limit)}`}
          act={() => {
            client.budget.change({ limit: input.limit.toString() })
            setProblem("")
            announce(`Today's limit is ${dollars(input.limit)} now.`)
          }}
          focusFallback={submit}
        />
      ) : null}
      <label className="label" htmlFor={`${id}-first`}>
        Opens with it
      </label>
      <select
        className="field"
        id={`${id}-first`}
        value={product.id}
        onChange={(event) => setChosen(event.target.value)}
      >
        {products.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title} · {dollars(one.price)}
          </option>
        ))}
      </select>
      <button
        className="button primary"
        type="submit"
        ref={submit}
        aria-disabled={isInProgress || !isOnline || signing === null}
      >
        {session ? "Top up" : "Start session"}
        {input.kind === "amount" ? ` · ${dollars(input.amount)}` : ""}
      </button>
      <output id={`${id}-status`}>{isOnline ? problem : "You are offline."}</output>
    </form>
  )
}

function panelsText(amount: bigint, price: bigint): string {
  const panels = amount / price
  return `${dollars(amount)} is ${panels} ${panels === 1n ? "panel" : "panels"} at ${dollars(price)}.`
}

type Opened = Omit<Parameters<typeof SigningModule.newSession>[1], "nowMs">

function newSession({ newSession: create }: typeof SigningModule, offer: SessionRequirements, opened: Opened): Session {
  return create(offer, { ...opened, nowMs: Date.now() })
}

/** The code of the signatures, loaded before the click, because phones open the wallet only inside it. */
function useSigning(): typeof SigningModule | null {
  const [signing, setSigning] = useState<typeof SigningModule | null>(null)
  useEffect(() => {
    let isWanted = true
    const show = (module: typeof SigningModule) => {
      if (isWanted) setSigning(module)
    }
    void import("@/lib/client/sessions/signing").then(show, () => undefined)
    return () => {
      isWanted = false
    }
  }, [])
  return signing
}

/** Panels of this page that can be bought now; those without an answer first. */
function useOpenProducts(client: SessionClient): readonly Product[] {
  const receipts = useStore(client.receipts)
  const owned = new Set(receipts.map(({ productId }) => productId))
  const canBuy = (product: Product) => {
    const { quote, purchase, shownPrice } = client.controllerOf(product).get()
    const isBuying = purchase.kind === "signing" || purchase.kind === "settling"
    if (!isOpen(purchase) && !isBuying) return false
    return quote.kind === "ready" && quote.quote.session !== null && quote.quote.accepted.amount === shownPrice
  }
  const all = client.products().filter(canBuy)
  return [...all.filter(({ id }) => !owned.has(id)), ...all.filter(({ id }) => owned.has(id))]
}

function progressText(purchase: PurchaseState, walletName: string): string {
  switch (purchase.kind) {
    case "signing":
      return `Confirm the deposit in ${walletName}.`
    case "settling":
      return "Deposit sent. Waiting for its block…"
    case "delivered":
      return "Deposited. Panels open from it without another signature; the rest comes back when you end the session."
    case "rejected":
      return "You declined. Nothing was deposited."
    case "cancelled":
      return "You stopped waiting. Nothing was deposited."
    case "wallet-failed":
    case "unsent":
      return `Nothing was deposited. ${purchase.message}`
    case "refused":
      return `The deposit was refused. ${purchase.message}`
    case "failed":
    case "unknown":
    case "spent":
      return `${purchase.message} The panel shows how to go on.`
    case "overtaken":
      return "Another tab is paying for this panel. Nothing was deposited here."
    case "idle":
    case "finishing":
      return ""
  }
}
