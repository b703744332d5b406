import type { PurchaseClient } from "@/lib/client/purchase-client"

/** The part of the purchase client that sessions use. */
export type SessionClient = Pick<PurchaseClient, "budget" | "sessions" | "receipts" | "products" | "controllerOf">
