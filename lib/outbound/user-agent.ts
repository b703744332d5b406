/** The user agent for data providers. Some providers reject requests without a contact, and some answers depend on the name. */
export function userAgentOf({ origin, contact }: { readonly origin: string; readonly contact: string | null }): string {
  return `signal402/1.0 (+${origin}${contact === null ? "" : `; ${contact}`})`
}
