import type { ComponentType } from "react"
import { RawAnswer } from "./raw-answer"

export type ViewModule = { readonly Answer: ComponentType<{ readonly body: unknown }> }

/** `answer.tsx` in the folder of the endpoint. Loaded when its answer is present. */
export async function loadView(endpoint: string): Promise<ViewModule> {
  try {
    return (await import(`./${endpoint.replaceAll("_", "-")}/answer.tsx`)) as ViewModule
  } catch (error) {
    // An endpoint that is no longer sold has no folder.
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return { Answer: RawAnswer }
    throw error
  }
}
