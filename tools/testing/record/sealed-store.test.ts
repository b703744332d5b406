import { createMemorySealedInputs, createMemorySealedStore, createMemoryOutcomeStore } from "./sealed-store"
import { sealedStoreSuite } from "./sealed-store-suite"

sealedStoreSuite("stores in memory", async () => ({
  sealed: createMemorySealedStore(),
  outcomes: createMemoryOutcomeStore(),
  inputs: createMemorySealedInputs(),
}))
