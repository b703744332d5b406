/** The words of a wallet or its library, for who wants to search for them. */
export function WalletSaid({ text }: { readonly text: string }) {
  return (
    <details className="details slim">
      <summary>Details</summary>
      <p className="hint break">{text}</p>
    </details>
  )
}
