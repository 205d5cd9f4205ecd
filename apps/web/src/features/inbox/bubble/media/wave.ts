/** The number of bars of a waveform. */
export const waveBars = 44;
/** Longer audio gets no waveform: it is music rather than speech. */
const mostBytes = 4 * 1_048_576;
/** Waveforms cached on this page. */
const maxCached = 100;

const waves = new Map<string, Promise<readonly number[] | null>>();

/**
 * The waveform of audio, 0 to 1 relative to its loudest part.
 * @param url a signed URL of this server
 * @returns null when it is not available: too long, deleted, or an unsupported format
 */
export function waveOf(url: string): Promise<readonly number[] | null> {
  // The URL changes every hour, the file does not.
  const key = url.split('?')[0] ?? url;
  const known = waves.get(key);
  if (known !== undefined) return known;
  const wave = readWave(url).catch(() => null);
  waves.set(key, wave);
  const [oldest] = waves.keys();
  if (waves.size > maxCached && oldest !== undefined) waves.delete(oldest);
  return wave;
}

async function readWave(url: string): Promise<readonly number[] | null> {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > mostBytes) {
    await response.body?.cancel();
    return null;
  }
  return peaksOfFile(await response.arrayBuffer());
}

/** The waveform of a recording that is still on this device. @returns null when this browser cannot decode it */
export async function waveOfRecording(recording: Blob): Promise<readonly number[] | null> {
  if (recording.size > mostBytes) return null;
  return peaksOfFile(await recording.arrayBuffer()).catch(() => null);
}

async function peaksOfFile(bytes: ArrayBuffer): Promise<readonly number[]> {
  const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(bytes);
  return peaksOf(sound.getChannelData(0), waveBars);
}

/** The loudest sample of each of n equal parts, relative to the loudest of all; silence stays 0. */
export function peaksOf(samples: Float32Array, bars: number): number[] {
  const peaks = Array.from({ length: bars }, (_one, bar) => {
    const from = Math.floor((bar * samples.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * samples.length) / bars));
    let peak = 0;
    for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}
