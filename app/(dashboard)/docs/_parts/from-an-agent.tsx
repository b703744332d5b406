/** How an agent finds and pays for the endpoints as MCP tools. */
export function FromAnAgent({ origin }: { readonly origin: string }) {
  return (
    <section className="prose" aria-labelledby="agents">
      <h2 className="section-head" id="agents">
        From an agent
      </h2>
      <ol>
        <li>
          Add <code>{origin}/mcp</code> to your client as a server of the Model Context Protocol (Streamable HTTP). What
          is listed below is a tool each, but for the sealed record, which is for programs to check.
        </li>
        <li>
          Call a paid tool. It answers with its price, with what would be bought and with the texts to sign: all that
          the <code>402</code> says, as JSON.
        </li>
        <li>
          Call it again with the signed payment in <code>_meta["x402/payment"]</code>. The receipt comes in{" "}
          <code>_meta["x402/payment-response"]</code>.
        </li>
        <li>One payment buys one answer, over MCP or HTTP, and fetches it again over either.</li>
      </ol>
    </section>
  )
}
