/** One thing that a panel sells: an endpoint with its parameters filled in. Plain data, made on the server. */
export type Product = {
  /** `signal:BTC` */
  readonly id: string
  readonly endpoint: "signal" | "context"
  readonly coin: string
  /** Name of the panel: `BTC signal`. */
  readonly title: string
  /** `/api/signal/BTC` */
  readonly path: string
  /** Price in the catalogue, atomic units. */
  readonly price: string
  /** Age at which an answer is called old. */
  readonly staleAfterMs: number
}
