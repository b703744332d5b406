"use client"

import Link from "next/link"
import { type FormEvent, useId, useState } from "react"
import { UnconfirmedPayments } from "@/components/receipts/unconfirmed-payments"
import { Dialog } from "@/components/ui/dialog"
import { NumberField } from "@/components/ui/number-field"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { parseLimit } from "@/lib/client/budget/limit-input"
import { budgetDialog } from "@/lib/client/budget/budget-dialog"
import { dollars } from "@/lib/client/format/money"
import { SessionSection } from "./session-section"
import { type BudgetModel, useBudget } from "./use-budget"

/** Daily limit and auto-refresh. */
export function BudgetDialog() {
  const budget = useBudget()
  return (
    <Dialog open title="Budget for today" onClose={close}>
      <Account budget={budget} />
      <ErrorBoundary fallback={null}>
        <SessionSection used={budget.spent + budget.reserved} />
      </ErrorBoundary>
      <UnconfirmedPayments heading="h3" />
      <LimitForm budget={budget} />
      <Automatic budget={budget} />
      <p className="hint">
        <Link href="/receipts" onClick={close}>
          All receipts
        </Link>
      </p>
    </Dialog>
  )
}

function close(): void {
  budgetDialog.set(false)
}

function Account({ budget }: { readonly budget: BudgetModel }) {
  const { limit, spent, reserved, left } = budget
  const id = useId()
  const max = Math.max(1, Number(limit))
  return (
    <>
      <p className="visually-hidden" id={id}>
        Used part of today's limit
      </p>
      <meter
        className="budget-meter"
        aria-labelledby={id}
        min={0}
        low={max * 0.8}
        high={max * 0.99}
        optimum={0}
        max={max}
        value={Number(spent + reserved)}
      />
      <dl className="facts">
        <dt>Spent</dt>
        <dd>{dollars(spent)}</dd>
        {reserved > 0n ? (
          <>
            <dt>Unconfirmed</dt>
            <dd>{dollars(reserved)}, signed but not delivered. It counts until it is resolved.</dd>
          </>
        ) : null}
        <dt>Left today</dt>
        <dd>
          {dollars(left)} of {dollars(limit)}
        </dd>
      </dl>
    </>
  )
}

function LimitForm({ budget }: { readonly budget: BudgetModel }) {
  const id = useId()
  const [text, setText] = useState(() => dollars(budget.limit).slice(1))
  const [status, setStatus] = useState<"" | "saved" | "invalid">("")
  const save = (event: FormEvent) => {
    event.preventDefault()
    const input = parseLimit(text)
    if (input.kind === "limit") budget.change({ limit: input.limit })
    setStatus(input.kind === "limit" ? "saved" : "invalid")
  }
  return (
    <form className="budget-form" onSubmit={save}>
      <label className="label" htmlFor={id}>
        Daily limit in dollars
      </label>
      <div className="dialog-actions">
        <NumberField
          id={id}
          unit="dollars"
          value={text}
          aria-invalid={status === "invalid"}
          aria-describedby={`${id}-status`}
          onChange={(typed) => {
            setText(typed)
            setStatus("")
          }}
        />
        <button className="button primary" type="submit">
          Set limit
        </button>
      </div>
      <output id={`${id}-status`}>
        {status === "saved" ? `Saved: ${dollars(budget.limit)} a day. Purchases stop at this limit.` : null}
        {status === "invalid" ? "Enter dollars, such as 2 or 0.50, up to 1000." : null}
      </output>
    </form>
  )
}

function Automatic({ budget }: { readonly budget: BudgetModel }) {
  const id = useId()
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          checked={budget.automatic}
          aria-describedby={id}
          onChange={(event) => budget.setAutomatic(event.target.checked)}
        />
        Auto-refresh open panels today
      </label>
      <p className="hint" id={id}>
        An open panel that you bought once buys its newer version while you look at it, for no more than you paid before
        and within the limit. A session or the demo wallet signs at once; other wallets ask you each time. It stops at
        midnight, or when a payment is declined or fails.
      </p>
    </div>
  )
}
