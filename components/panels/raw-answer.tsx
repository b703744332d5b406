import { JsonBlock } from "@/components/ui/json-block"

/** Shows an answer as JSON if this version of the page does not know its format. */
export function RawAnswer({ body }: { readonly body: unknown }) {
  return (
    <div className="answer">
      <p>This page does not know the format of this answer. The raw answer:</p>
      <JsonBlock label="Answer as JSON" value={body} />
    </div>
  )
}
