import { createMemorySealedInputs, createMemorySealedStore, createMemorySettlementStore } from "./sealed-store"
import { sealedStoreSuite } from "./sealed-store-suite"

sealedStoreSuite("stores in memory", async () => ({
  sealed: createMemorySealedStore(),
  settlements: createMemorySettlementStore(),
  inputs: createMemorySealedInputs(),
}))
