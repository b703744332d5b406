import type { Metadata } from "next"
import { problemTypes } from "@/lib/api/problem-types"

export const metadata: Metadata = {
  title: "Errors",
  description: "Every error that the API answers with: its status, its code and what to do.",
  alternates: { canonical: "/docs/errors" },
}

/** Where the `type` of each error points (RFC 9457). */
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
    </>
  )
}
