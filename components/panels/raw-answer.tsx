import { JsonBlock } from "@/components/ui/json-block"

/** For an answer that this page does not understand: it was paid for, so it is shown as it came. */
export function RawAnswer({ body }: { readonly body: unknown }) {
  return (
    <div className="answer">
      <p>This answer has a form that this page does not know. Here it is as it came.</p>
      <JsonBlock label="Answer as JSON" value={body} />
    </div>
  )
}
