let context: AudioContext | null = null;

/** Frequencies and start of the two tones, hertz and seconds. */
const tones = [
  [880, 0],
  [1174.7, 0.12],
] as const;

/** Two soft tones. Browsers play nothing before the page was clicked once. @returns whether it sounded */
export async function ring(): Promise<boolean> {
  context ??= new AudioContext();
  if (context.state !== 'running') {
    // Without a click before, this never settles in some browsers.
    await Promise.race([context.resume().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 300))]);
  }
  if (context.state !== 'running') return false;
  for (const [frequency, after] of tones) {
    const at = context.currentTime + after;
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.45);
  }
  return true;
}
