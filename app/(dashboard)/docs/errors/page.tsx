import type { Metadata } from "next"
import { problemTypes } from "@/lib/api/problem-types"
import { paymentReasons } from "@/lib/x402/wire/reason"

export const metadata: Metadata = {
  title: "Errors",
  description: "Every error that the API answers with: its status, its code and what to do.",
  alternates: { canonical: "/docs/errors" },
}

/** The target of the `type` field of each error (RFC 9457). */
export default function ErrorsPage() {
  return (
    <>
      <div className="page-head">
        <h1>Errors</h1>
        <p>
          Every error but 402 is <code>application/problem+json</code>. Its <code>code</code> is one of these;{" "}
          <code>charged</code> says whether money moved.
        </p>
      </div>
      {Object.entries(problemTypes).map(([code, { status, title, meaning }]) => (
        <section className="prose" key={code} aria-labelledby={code}>
          <h2 className="section-head" id={code}>
            {title}
          </h2>
          <p>
            <code>
              {status} {code}
            </code>
          </p>
          <p>{meaning}</p>
        </section>
      ))}
      <section className="prose" aria-labelledby="payment_required">
        <h2 className="section-head" id="payment_required">
          Payment required
        </h2>
        <p>
          A <code>402</code> says in <code>error</code>, and <code>PAYMENT-RESPONSE</code> in <code>errorReason</code>,
          which of these it is. Its request was not charged.
        </p>
        <ul>
          {Object.entries(paymentReasons).map(([reason, sentence]) => (
            <li key={reason}>
              <code>{reason}</code>: {sentence}
            </li>
          ))}
        </ul>
        <p>
          <code>payment_identifier_conflict</code> and <code>payment_identifier_spent</code> come with <code>409</code>.
        </p>
      </section>
    </>
  )
}
