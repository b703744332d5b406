"use client"

import { JsonBlock } from "@/components/ui/json-block"
import { shortHex } from "@/lib/client/format/address"
import { paymentIdOf } from "@/lib/client/purchase/payment-id"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { decodeHeader } from "@/lib/client/purchase/header"

/** The four steps of an x402 purchase with the exchanged headers. */
export function PaymentSteps({ receipt }: { readonly receipt: Receipt }) {
  const { headers, startedAtMs, signedAtMs, deliveredAtMs, path, brief = path } = receipt
  const payment = shortHex(paymentIdOf(receipt))
  const settleMs = deliveredAtMs - signedAtMs
  return (
    <ol className="steps">
      <Step
        title="402 Payment Required"
        note={`GET ${brief}, unpaid`}
        name="PAYMENT-REQUIRED"
        payment={payment}
        value={headers?.required}
      />
      <Step
        title="Signature"
        note={`${signedAtMs - startedAtMs} ms in the wallet`}
        name="PAYMENT-SIGNATURE"
        payment={payment}
        value={headers?.signature}
      />
      <Step
        title="Settlement"
        note={`${settleMs} ms from request to confirmed transfer and answer`}
        name="PAYMENT-RESPONSE"
        payment={payment}
        value={headers?.response}
      />
      <li>
        <strong>Answer</strong> <span className="muted">200, {sizeText(receipt.body)}</span>
        {receipt.body === null ? null : <JsonBlock label={`Answer to ${payment}`} value={receipt.body} />}
      </li>
    </ol>
  )
}

type StepProps = {
  readonly title: string
  readonly note: string
  readonly name: string
  /** `null`: there was no header. Absent: it is no longer stored. */
  readonly value: string | null | undefined
  /** The payment that the header belongs to. */
  readonly payment: string
}

function Step({ title, note, name, value, payment }: StepProps) {
  return (
    <li>
      <strong>{title}</strong> <span className="muted">{note}</span>
      {value == null ? (
        <p className="muted">
          {name}: {value === null ? "none" : "no longer kept in this browser"}
        </p>
      ) : (
        <JsonBlock
          label={`${name} of ${payment}`}
          lead={`${name}: ${value.slice(0, 40)}…`}
          value={decodeHeader(value)}
        />
      )}
    </li>
  )
}

function sizeText(body: unknown): string {
  if (body === null) return "not kept in this browser"
  return `${(JSON.stringify(body).length / 1024).toFixed(1)} KB of JSON`
}
