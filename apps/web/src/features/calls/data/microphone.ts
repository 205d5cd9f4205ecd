/** Why the microphone cannot be used: `insecure` the page is not on HTTPS, `no_calls` the browser is built without calls. */
export type MicrophoneProblem = 'refused' | 'missing' | 'insecure' | 'no_calls' | 'broken';

export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`microphone: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Asks the user where they did not decide yet. @throws MicrophoneError */
export async function openMicrophone(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new MicrophoneError('insecure');
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined || typeof RTCPeerConnection === 'undefined') throw new MicrophoneError('no_calls');
  try {
    return await devices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    if (name === 'NotAllowedError') throw new MicrophoneError('refused', cause);
    throw new MicrophoneError(name === 'NotFoundError' ? 'missing' : 'broken', cause);
  }
}
