/** A selectable query parameter. */
export type Choice = {
  /** Label of the control: `Risk profile`. */
  readonly label: string
  readonly param: string
  /** Exactly one option has the value `null`: the default, for which the parameter is left out. */
  readonly options: readonly { readonly name: string; readonly value: string | null }[]
}

/** One paid endpoint on the dashboard. Its answer view is `answer.tsx` beside it, which loads when an answer is present. */
export type Panel = {
  /** Contract id: `geo_events`. The folder has the same name with hyphens. */
  readonly id: string
  /** The screen that shows it. `{coin}`: one screen a coin. */
  readonly screen: string
  /** The title after the coin: `BTC signal`. Absent: the title of the contract. */
  readonly coinTitle?: string
  /** The decision of the answer, in one line of a locked panel. */
  readonly decisionLine: string
  /** The content of the answer: names and texts, without figures. */
  readonly preview: readonly (readonly [name: string, text: string])[]
  /** The selectable parameters. Absent: none. */
  readonly choices?: readonly Choice[]
  /** How long an answer counts as fresh: the update interval of its inputs. */
  readonly staleAfterMs: number
  /** The age of the oldest input that is worth a warning. Absent: the limit of daily macro data. */
  readonly maxInputAgeMs?: number
  /**
   * About the height of the answer in rem, which is reserved while it loads. `compact`: that of the whole
   * panel on a phone when the answer shows its decision first and the rest behind one button.
   */
  readonly heightRem: { readonly full?: number; readonly phone?: number; readonly compact?: number }
}
