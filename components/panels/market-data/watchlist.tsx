"use client"

import Link from "next/link"
import { type FormEvent, useId, useRef, useState } from "react"
import { Age } from "@/components/ui/age"
import { Chips } from "@/components/ui/chips"
import { signedPct, tokenPrice, usd, words } from "@/components/ui/format"
import { queryWithOrder } from "@/components/ui/order-in-query"
import { Signed } from "@/components/ui/signed"
import { replaceAddress } from "@/lib/client/browser/replace-address"
import { useTimes } from "@/lib/client/browser/use-times"
import { marketPrice } from "@/lib/client/format/money"
import {
  type Order,
  ORDERS,
  type Perpetuals,
  sortedRows,
  WATCHLIST,
  type WatchRow,
} from "@/lib/client/watchlist/watch-rows"
import {
  addWatched,
  MAX_WATCHED,
  moveWatched,
  removeWatched,
  togglePinned,
  type Watched,
} from "@/lib/client/watchlist/watchlist"
import { pageWatchlist } from "@/lib/client/watchlist/watchlist-store"
import type { Prices } from "./use-market-prices"
import { useWatchRows } from "./use-watch-rows"

type WatchlistProps = {
  readonly perpetuals: Perpetuals | null
  readonly prices: Prices | null
  /** The order that the address names. */
  readonly order: Order
}

/** Free prices of the coins that the reader chooses, kept in this browser. */
export function Watchlist({ order: orderOfAddress, ...initial }: WatchlistProps) {
  const { list, rows, symbols, isDefault, key, hasFailed, withheld } = useWatchRows(initial)
  const [order, setOrder] = useState(orderOfAddress)
  const sortBy = (next: Order) => {
    setOrder(next)
    const { pathname, search, hash } = window.location
    replaceAddress(`${pathname}${queryWithOrder(search, WATCHLIST, orderOf(next))}${hash}`)
  }
  const [isEditing, setEditing] = useState(false)
  const [message, setMessage] = useState("")
  const edit = useRef<HTMLButtonElement>(null)
  const change = (next: readonly Watched[], text: string) => {
    // An empty list would show the default again.
    if (next.length === 0) return setMessage("A list has at least one coin.")
    pageWatchlist().apply(() => next)
    setMessage(text)
  }
  const shown = sortedRows(rows, order)
  return (
    <section className="watchlist" aria-label="Watchlist">
      <div className="watch-tools">
        <Chips label="Order" options={orderOptions} value={order} onChoose={sortBy} />
        <button
          className="button"
          type="button"
          ref={edit}
          aria-expanded={isEditing}
          onClick={() => setEditing(!isEditing)}
        >
          {isEditing ? "Done" : "Edit list"}
        </button>
      </div>
      {isEditing ? (
        <AddCoin
          symbols={symbols}
          list={list}
          isDefault={isDefault}
          add={(id) => change(addWatched(list, id), `${id} is added.`)}
          reset={() => {
            pageWatchlist().apply(() => [])
            setMessage("The list is the coins that are traded most.")
          }}
        />
      ) : null}
      <output className={isEditing ? "hint" : "visually-hidden"}>{message}</output>
      {withheld !== null || hasFailed ? (
        <p className="warning-line">
          {withheld ?? "Prices do not arrive. Retrying; the last ones stay with their age."}
        </p>
      ) : null}
      <ol className="watch-rows" key={key}>
        {shown.map((row, index) => (
          <li key={row.symbol} data-state={row.state}>
            <Row row={row} />
            {isEditing ? (
              <RowTools
                row={row}
                canMove={order === "My order"}
                move={(step) => {
                  const next = moveWatched(list, row.symbol, step)
                  const place = `${row.symbol}: place ${index + 1 + (next === list ? 0 : step)} of ${rows.length}.`
                  change(next, place)
                }}
                pin={() =>
                  change(
                    togglePinned(list, row.symbol),
                    `${row.symbol} is ${row.isPinned ? "no longer pinned" : "pinned"}.`,
                  )
                }
                remove={() => {
                  change(removeWatched(list, row.symbol), `${row.symbol} is removed.`)
                  edit.current?.focus()
                }}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <p className="hint">
        Prices of {list.length} coins, free. Calls and odds exist for the coins with a page; the others have a price
        only. A perp price is the mark price of a perpetual contract.
      </p>
    </section>
  )
}

function Row({ row }: { readonly row: WatchRow }) {
  const { symbol, hasPage, isPinned, priceUsd, changePct, volumeUsd } = row
  return (
    <>
      <p className="watch-line">
        <span>
          {hasPage ? (
            <Link prefetch={false} href={`/coins/${symbol}`}>
              <b>{symbol}</b>
            </Link>
          ) : (
            <b>{symbol}</b>
          )}
          {isPinned ? <span className="badge">pinned</span> : null}
        </span>
        <b className="watch-price">{priceUsd === null ? "–" : priceText(priceUsd)}</b>
      </p>
      <p className="watch-line">
        <span className="muted">{volumeUsd === null ? "" : `24h volume ${usd(volumeUsd)}`}</span>
        <Signed value={changePct} format={signedPct} />
      </p>
      <p className="watch-line muted">
        <SourceText row={row} />
        {hasPage ? null : <span>price only</span>}
      </p>
    </>
  )
}

function SourceText({ row: { state, source, asOf } }: { readonly row: WatchRow }) {
  const times = useTimes()
  if (state === "gone") return <span className="warning-text">Not among the contracts traded most</span>
  if (state === "unknown" || source === null || asOf === null) return <span>No price now</span>
  if (state === "stale") return <span className="warning-text">{`Not updating since ${times.text(asOf)}`}</span>
  return (
    <span>
      {state === "disputed" ? "Sources differ · " : ""}
      {words(source)} · <Age at={asOf} />
    </span>
  )
}

type RowToolsProps = {
  readonly row: WatchRow
  /** Another order than the reader's own has no places to move to. */
  readonly canMove: boolean
  readonly move: (step: -1 | 1) => void
  readonly pin: () => void
  readonly remove: () => void
}

function RowTools({ row: { symbol, isPinned }, canMove, move, pin, remove }: RowToolsProps) {
  return (
    <p className="watch-edit">
      <button className="button" type="button" aria-pressed={isPinned} aria-label={`Pin ${symbol}`} onClick={pin}>
        {isPinned ? "Pinned" : "Pin"}
      </button>
      {canMove
        ? ([-1, 1] as const).map((step) => (
            <button
              className="icon-button"
              type="button"
              key={step}
              aria-label={`Move ${symbol} ${step === -1 ? "up" : "down"}`}
              onClick={({ currentTarget }) => {
                move(step)
                // A moved element loses the focus.
                requestAnimationFrame(() => currentTarget.focus())
              }}
            >
              <span aria-hidden="true">{step === -1 ? "↑" : "↓"}</span>
            </button>
          ))
        : null}
      <button className="button" type="button" aria-label={`Remove ${symbol}`} onClick={remove}>
        Remove
      </button>
    </p>
  )
}

type AddCoinProps = {
  readonly symbols: readonly string[]
  readonly list: readonly Watched[]
  readonly isDefault: boolean
  readonly add: (symbol: string) => void
  readonly reset: () => void
}

function AddCoin({ symbols, list, isDefault, add, reset }: AddCoinProps) {
  const id = useId()
  const [text, setText] = useState("")
  const [problem, setProblem] = useState("")
  const free = symbols.filter((symbol) => !list.some((one) => one.id === symbol))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim().toLowerCase()
    const symbol = symbols.find((one) => one.toLowerCase() === wanted)
    if (symbol === undefined) return setProblem(`There is no price of ${text.trim() || "this coin"}.`)
    if (list.some((one) => one.id === symbol)) return setProblem(`${symbol} is on the list.`)
    if (list.length >= MAX_WATCHED) return setProblem(`A list has at most ${MAX_WATCHED} coins.`)
    add(symbol)
    setText("")
    setProblem("")
  }
  return (
    <form className="watch-add" onSubmit={submit}>
      <label htmlFor={id}>Add a coin</label>
      <input
        className="field"
        id={id}
        list={`${id}list`}
        placeholder="DOGE"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        aria-describedby={`${id}problem`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={`${id}list`}>
        {free.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </datalist>
      <button className="button primary">Add</button>
      <button className="button" type="button" aria-disabled={isDefault} onClick={() => !isDefault && reset()}>
        Show the most traded
      </button>
      <output className="warning-text" id={`${id}problem`}>
        {problem}
      </output>
    </form>
  )
}

/** `$96,413` as everywhere, and four digits below a dollar. */
function priceText(priceUsd: number): string {
  return priceUsd < 1 ? tokenPrice(priceUsd) : marketPrice(priceUsd)
}

const orderOptions = ORDERS.map((order) => ({ name: order, value: order }))

function orderOf(order: Order) {
  return order === "My order" ? null : { column: order, isDescending: false }
}
