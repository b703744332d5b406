const TONES_HZ = [880, 660, 880]
const TONE_S = 0.18
const VOLUME = 0.2

let context: AudioContext | null = null

/** Plays three tones. A browser that has seen no click on the page yet stays silent. */
export async function playAlarm(): Promise<void> {
  try {
    context ??= new AudioContext()
    await context.resume()
  } catch {
    return
  }
  const gain = context.createGain()
  gain.gain.value = VOLUME
  gain.connect(context.destination)
  for (const [index, frequency] of TONES_HZ.entries()) {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(context.currentTime + index * TONE_S)
    tone.stop(context.currentTime + (index + 0.8) * TONE_S)
  }
}
