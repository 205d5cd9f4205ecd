/** Why a browser cannot record, known in advance. */
export type VoiceBlock = 'insecure' | 'no_recorder' | 'no_opus';
/** Why a recording did not start. */
export type VoiceFailure = 'refused' | 'no_microphone' | 'failed';

/** Speech is clear at this bit rate, and two minutes stay below the size up to which phones show a play button. */
const bitsPerSecond = 28_000;
const pieceMs = 1_000;
/** Containers from which Opus can be extracted; Ogg needs no conversion. */
const containers = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4;codecs=opus'];

export function voiceBlock(): VoiceBlock | null {
  if (!window.isSecureContext) return 'insecure';
  if (navigator.mediaDevices === undefined || typeof MediaRecorder === 'undefined') return 'no_recorder';
  return containers.some((type) => MediaRecorder.isTypeSupported(type)) ? null : 'no_opus';
}

export type Recording = {
  /** Bytes so far. */
  sizeBytes: () => number;
  /** Stops and returns the recording. */
  finish: () => Promise<Blob>;
  /** Stops; nothing is stored. */
  discard: () => void;
};

export class VoiceError extends Error {
  readonly failure: VoiceFailure;
  constructor(failure: VoiceFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/**
 * Starts a recording, one channel of Opus.
 * @param onEnded called when the microphone was lost while recording
 * @throws VoiceError
 */
export async function record(onEnded: () => void): Promise<Recording> {
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } })
    .catch((error: unknown) => {
      const name = error instanceof DOMException ? error.name : '';
      const refused = name === 'NotAllowedError' || name === 'SecurityError';
      throw new VoiceError(refused ? 'refused' : name === 'NotFoundError' ? 'no_microphone' : 'failed', error);
    });
  const mimeType = containers.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const pieces: Blob[] = [];
  let sizeBytes = 0;
  recorder.ondataavailable = ({ data }) => {
    pieces.push(data);
    sizeBytes += data.size;
  };
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  const letGo = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  for (const track of stream.getTracks()) track.onended = onEnded;
  recorder.start(pieceMs);
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return {
    sizeBytes: () => sizeBytes,
    async finish() {
      stop();
      await ended;
      letGo();
      const recorded = new Blob(pieces, { type: recorder.mimeType });
      if (recorder.mimeType.startsWith('audio/ogg')) return recorded;
      const { toOgg } = await import('./to-ogg.ts');
      return toOgg(recorded);
    },
    discard() {
      stop();
      letGo();
    },
  };
}
