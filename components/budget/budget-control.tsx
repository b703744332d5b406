"use client"

import dynamic from "next/dynamic"
import { ErrorNotice } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { useStore } from "@/lib/client/browser/use-store"
import { budgetDialog, openBudget } from "@/lib/client/budget/budget-dialog"
import { dollars } from "@/lib/client/format/money"
import { useBudget } from "./use-budget"
import { useOpenSession } from "./use-open-session"

const BudgetDialog = dynamic(() => import("./budget-dialog").then((module) => module.BudgetDialog), { ssr: false })

/** Today's spending and limit in the header; opens the budget dialog. */
export function BudgetControl() {
  const open = useStore(budgetDialog)
  const { spent, limit, left, loading, automatic } = useBudget()
  const session = useOpenSession()
  const figure = loading ? "$–.––" : dollars(session ? session.left : spent)
  // The accessible name starts with the visible text, so that voice control can use it.
  const label = loading ? "Today, budget" : labelOf({ spent, limit, sessionLeft: session?.left ?? null })
  return (
    <>
      <button
        className="header-figure budget-control"
        type="button"
        aria-haspopup="dialog"
        aria-label={automatic ? `${label}, auto-refresh on` : label}
        data-reached={!loading && left === 0n}
        onClick={openBudget}
      >
        <span className="label">{session ? "Session" : "Today"}</span> <span className="figure">{figure}</span>{" "}
        <span className="budget-limit">{session ? "left" : `of ${loading ? "$–.––" : dollars(limit)}`}</span>
        {automatic ? <span aria-hidden="true">↻</span> : null}
      </button>
      {open ? (
        <ErrorBoundary fallback={<ErrorNotice />}>
          <BudgetDialog />
        </ErrorBoundary>
      ) : null}
    </>
  )
}

type Figures = { readonly spent: bigint; readonly limit: bigint; readonly sessionLeft: bigint | null }

function labelOf({ spent, limit, sessionLeft }: Figures): string {
  const today = `${dollars(spent)} of ${dollars(limit)} spent, budget`
  return sessionLeft === null ? `Today ${today}` : `Session ${dollars(sessionLeft)} left, today ${today}`
}
