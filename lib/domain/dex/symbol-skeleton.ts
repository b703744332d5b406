import unhomoglyph from "unhomoglyph"

/** First letters of alphabets of 26 symbols: letters in brackets, in white and black circles, in black squares, and on flags. */
const LETTER_BLOCKS = [0x249c, 0x1_f110, 0x24b6, 0x24d0, 0x1_f150, 0x1_f170, 0x1_f1e6]

/** Drawn as capitals, some with a stroke. Unicode TR39 has other letters for these, or none. */
const DRAWN_AS: Readonly<Record<string, string>> = {
  ʙ: "B",
  ᴅ: "D",
  ᴇ: "E",
  ʜ: "H",
  ɪ: "I",
  ʟ: "L",
  ɴ: "N",
  ᴘ: "P",
  ʀ: "R",
  ᴛ: "T",
  ᴜ: "U",
  ᴡ: "W",
  ᴀ: "A",
  ɢ: "G",
  Ȼ: "C",
  ȼ: "C",
  "₵": "C",
  ᑕ: "C",
  "₿": "B",
  Ξ: "E",
  ɛ: "E",
  Տ: "S",
  Լ: "L",
  "⓪": "O",
}

const ASCII_LETTERS: Readonly<Record<string, string>> = {
  "0": "O",
  "1": "l",
  "|": "l",
  "3": "E",
  "5": "S",
  $: "S",
  "8": "B",
}

/**
 * The looks of a symbol: two symbols may look alike when they have a look in common. The first one is the key for grouping.
 *
 * Letters are replaced by the ones that they look like (Unicode TR39) before they are normalized and before their case is
 * changed, because both can change how a letter looks. Some letters look like two: a small l like I and L, and a small letter
 * like another one than its capital.
 */
export function symbolLooks(symbol: string): readonly string[] {
  const shown = symbol.includes(RIGHT_TO_LEFT) ? Array.from(symbol).toReversed().join("") : symbol
  const found = [toLatin(shown), toLatin(shown.toUpperCase())].flatMap((text) => readingsOfL(text, shown))
  const looks = found.map((text) => toLatin(text.toUpperCase()).toUpperCase())
  return [...new Set(looks.flatMap((text) => [text, text.replaceAll("VV", "W")]))]
}

/** Shows what follows from right to left. */
const RIGHT_TO_LEFT = "\u202e"

/** Marks, punctuation, spaces, control characters, and letters without a picture, such as the fillers of Hangul and the empty Braille pattern. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{M}\p{P}\p{Default_Ignorable_Code_Point}\u2800\s]/gu

function removeMarks(text: string): string {
  return text.normalize("NFD").replace(INVISIBLE, "")
}

function toLatin(text: string): string {
  // Some marks of Indic scripts look like letters, so marks are removed last.
  return removeMarks(Array.from(text.normalize("NFD"), latinOf).join(""))
}

function latinOf(letter: string): string {
  if (letter <= "\u007f") return ASCII_LETTERS[letter] ?? letter
  const point = letter.codePointAt(0) ?? 0
  const block = LETTER_BLOCKS.find((first) => point >= first && point < first + 26)
  if (block !== undefined) return String.fromCodePoint(0x41 + point - block)
  const like = unhomoglyph(letter)
  const plain = DRAWN_AS[letter] ?? DRAWN_AS[like] ?? (like === letter ? letter.normalize("NFKC") : like)
  return ASCII_LETTERS[plain] ?? plain
}

/** An ordinary word has no letter that is to be mistaken. Among capitals, a small l is mistaken for I, among small letters I for l. */
function readingsOfL(text: string, symbol: string): readonly string[] {
  if (/^[A-Za-z]?[a-z]*$/.test(symbol) && !symbol.startsWith("I")) return [text]
  const mistaken = /[a-z]/.test(symbol) ? /[lI]/g : /l/g
  return [text.replace(mistaken, "I"), text.replace(mistaken, "L")]
}
