/** Why the microphone cannot be used: `insecure` the page is not on HTTPS. */
export type MicrophoneProblem = 'refused' | 'missing' | 'insecure' | 'broken';

export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`microphone: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Asks the user where they did not decide yet. @throws MicrophoneError */
export async function openMicrophone(): Promise<MediaStream> {
  // Absent on plain http.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new MicrophoneError('insecure');
  try {
    return await devices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    if (name === 'NotAllowedError') throw new MicrophoneError('refused', cause);
    throw new MicrophoneError(name === 'NotFoundError' ? 'missing' : 'broken', cause);
  }
}
