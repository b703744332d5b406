/** How this service names itself to data providers: some refuse a question without a contact, and some answer by the name. */
export function userAgentOf({ origin, contact }: { readonly origin: string; readonly contact: string | null }): string {
  return `signal402/1.0 (+${origin}${contact === null ? "" : `; ${contact}`})`
}
