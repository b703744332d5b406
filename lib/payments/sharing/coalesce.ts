/** Runs `work` once at a time; all calls during a run share the next run. Errors go to `onFault`. */
export function coalesce(work: () => Promise<void>, onFault: (cause: unknown) => void): () => void {
  let running = false
  let asked = false

  async function run(): Promise<void> {
    running = true
    while (asked) {
      asked = false
      await work().catch(onFault)
    }
    running = false
  }

  return () => {
    asked = true
    if (!running) void run()
  }
}
