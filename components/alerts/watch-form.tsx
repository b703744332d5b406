import { type FormEvent, useState } from "react"
import { useAppConfig, usePurchaseClient } from "@/components/app/app-context"
import { priceIn, useMarketPrices } from "@/components/panels/market-data/use-market-prices"
import { Chips } from "@/components/ui/chips"
import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import type { PublicConfig } from "@/lib/api/public-config"
import type { AlertsAnswer } from "@/lib/client/alerts/alerts-request"
import { type ConditionDraft, readDraft } from "@/lib/client/alerts/condition-draft"
import { subscribePush, type TargetResult } from "@/lib/client/alerts/push-target"
import { knownTelegramCode, newTelegramCode, webhookTarget } from "@/lib/client/alerts/target"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { dollars } from "@/lib/client/format/money"
import { alertTargetText } from "@/lib/domain/alerts/alert-target"
import { MAX_CONDITIONS } from "@/lib/domain/alerts/condition"
import type { Coin } from "@/lib/domain/market/coin"
import { ConditionFields } from "./condition-fields"
import { Labelled } from "./labelled"
import type { WatchParams } from "./watch-product"

/** A watch without its owner, who is the wallet that pays. */
export type WatchChoice = Omit<WatchParams, "owner">

type Channel = "push" | "webhook" | "telegram"

/** The state that the form keeps while it is hidden. */
export type FormState = {
  readonly drafts: readonly ConditionDraft[]
  readonly channel: Channel
  readonly webhook: string
  /** Connects a Telegram chat. */
  readonly code: string
  readonly duration: WatchParams["for"]
}

export function initialForm(coin: Coin): FormState {
  return { drafts: [newDraft(0, coin)], channel: "push", webhook: "", code: newTelegramCode(), duration: "24h" }
}

function newDraft(id: number, coin: Coin): ConditionDraft {
  return { id, kind: "above", coin, price: "", high: "", resource: `/signal/${coin}` }
}

type WatchFormProps = {
  readonly form: FormState
  readonly change: (part: Partial<FormState>) => void
  readonly channels: AlertsAnswer["channels"]
  readonly onContinue: (choice: WatchChoice) => void
}

/** Conditions, the target and the duration of a watch. */
export function WatchForm({ form, change, channels, onContinue }: WatchFormProps) {
  const { drafts, duration } = form
  const client = usePurchaseClient()
  const { mode } = useAppConfig()
  const versions = useMaybeStore(client?.versions ?? null)
  const receipts = useMaybeStore(client?.receipts ?? null) ?? []
  const resources = Object.keys(versions?.versions ?? {})
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState("")
  const [isWaiting, setWaiting] = useState(false)
  const offered = channelsOf(channels)
  const channel = offered.some(({ value }) => value === form.channel) ? form.channel : "webhook"
  const { prices } = useMarketPrices(null)
  const results = drafts.map((draft) => readDraft(draft, priceIn(prices, draft.coin)))
  const code = knownTelegramCode(receipts.map(({ body }) => body)) ?? form.code

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setProblem("")
    const conditions = results.flatMap((result) => ("text" in result && !("doubt" in result) ? [result.text] : []))
    if (conditions.length < results.length || isWaiting) return
    setWaiting(true)
    const result = await targetOf({ ...form, channel, code }, { channels, mode })
    setWaiting(false)
    if ("problem" in result) return setProblem(result.problem)
    onContinue({ conditions: [...new Set(conditions)].join(","), target: result.target, for: duration })
  }
  const edit = (id: number, part: Partial<ConditionDraft>) =>
    change({ drafts: drafts.map((draft) => (draft.id === id ? { ...draft, ...part } : draft)) })
  const add = () => {
    const last = drafts.at(-1)
    if (last) change({ drafts: [...drafts, newDraft(last.id + 1, last.coin)] })
  }

  return (
    // The page explains errors, so the browser does not.
    <form className="alert-form" noValidate onSubmit={(event) => void submit(event)}>
      <p className="label">Tell me when</p>
      {drafts.map((draft, index) => (
        <ConditionFields
          key={draft.id}
          draft={draft}
          name={`Condition ${index + 1}`}
          resources={resources}
          problem={isChecked ? problemOf(results[index]) : null}
          doubt={isChecked ? doubtOf(results[index]) : null}
          onChange={(part) => edit(draft.id, part)}
          onRemove={drafts.length === 1 ? null : () => change({ drafts: drafts.filter(({ id }) => id !== draft.id) })}
        />
      ))}
      {drafts.length < MAX_CONDITIONS ? (
        <p>
          <button className="button" type="button" onClick={add}>
            Add a condition
          </button>{" "}
          <span className="hint">Up to {MAX_CONDITIONS}, same price.</span>
        </p>
      ) : null}
      <p className="label">Send it to</p>
      <Chips label="Send it to" options={offered} value={channel} onChoose={(value) => change({ channel: value })} />
      <TargetFields form={{ ...form, channel }} change={change} isInvalid={problem !== ""} />
      <p className="label">Watch for</p>
      <Chips label="Watch for" options={durations} value={duration} onChoose={(value) => change({ duration: value })} />
      <output className="alert-problem">{problem}</output>
      <button className="button primary" type="submit" aria-disabled={isWaiting}>
        {isWaiting ? "Waiting for the browser…" : `Continue · ${dollars(alertWatchContract.price)}`}
      </button>
    </form>
  )
}

const durations = [
  { name: "24h", value: "24h" },
  { name: "7 days", value: "7d" },
] as const

function problemOf(result: ReturnType<typeof readDraft> | undefined): string | null {
  return result && "problem" in result ? result.problem : null
}

function doubtOf(result: ReturnType<typeof readDraft> | undefined) {
  return result && "doubt" in result ? { text: result.doubt, condition: result.text } : null
}

function channelsOf({ push_key, telegram }: AlertsAnswer["channels"]): readonly { name: string; value: Channel }[] {
  return [
    ...(push_key === null ? [] : [{ name: "This browser", value: "push" } as const]),
    { name: "Webhook", value: "webhook" },
    ...(telegram ? [{ name: "Telegram", value: "telegram" } as const] : []),
  ]
}

type TargetContext = { readonly channels: AlertsAnswer["channels"]; readonly mode: PublicConfig["mode"] }

function targetOf(form: FormState, { channels, mode }: TargetContext): TargetResult | Promise<TargetResult> {
  switch (form.channel) {
    case "push":
      return subscribePush(channels.push_key ?? "")
    case "webhook":
      return webhookTarget(form.webhook, mode)
    case "telegram":
      return { target: alertTargetText({ kind: "telegram", code: form.code }) }
  }
}

type TargetFieldsProps = Pick<WatchFormProps, "form" | "change"> & { readonly isInvalid: boolean }

function TargetFields({ form, change, isInvalid }: TargetFieldsProps) {
  const shared = { className: "field", autoComplete: "off", "aria-invalid": isInvalid }
  switch (form.channel) {
    case "push":
      return <p className="hint">A push message, also while this page is closed. Your browser asks for permission.</p>
    case "webhook":
      return (
        <Labelled
          label="Webhook URL"
          hint="A public https URL that answers our challenge before you pay, or a Discord or Slack webhook. Each message is signed, and repeated for a day until your server answers 2xx."
        >
          {({ id, hintId }) => (
            <input
              {...shared}
              id={id}
              aria-describedby={hintId}
              type="url"
              value={form.webhook}
              onChange={(event) => change({ webhook: event.target.value })}
            />
          )}
        </Labelled>
      )
    case "telegram":
      return <p className="hint">After the payment you press Start in the bot’s chat, and alerts arrive there.</p>
  }
}
