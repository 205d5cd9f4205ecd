import type { PhoneCall, Thread } from '@parley/contract/types';
import { NetworkError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { createStore } from '../../../platform/store.ts';
import type { LiveAccount } from '../../sync/public.ts';
import { openMicrophone } from './microphone.ts';
import { type EndedCall, forgetCall, rememberCall, rememberedCall, tellEnd, tellEndUntilKnown } from './tell-end.ts';

/**
 * The call that this page takes or has taken, or that it placed: `connecting` until the server has taken it, `calling`
 * until the customer does.
 */
export type OwnCall = { call: PhoneCall; state: 'connecting' | 'calling' | 'talking'; muted: boolean };

export const useOwnCall = createStore<OwnCall | null>(null);

/** Names this page to the server: only it can end the call that it answered. */
const deviceId = uuidv7();
/** Addresses of this device are gathered within; without them the other side still reaches a public one. */
const gatherMs = 2_000;

/** Held by the page that talks: a tab that was duplicated remembers its call too, which goes on elsewhere. */
const lockOf = (device: string) => `parley-call-${device}`;

type Line = {
  connection: RTCPeerConnection;
  microphone: MediaStream;
  sound: HTMLAudioElement;
  /** Gives the lock back; null until this page has it. */
  release: (() => void) | null;
};
/** Of the own call: one that was hung up while it connected closes its own. */
let line: Line | null = null;
/** Reads without the call that was placed, while none had it: the first may be from before it. */
let unseen = 0;

/**
 * Asks for the microphone and takes a call that rings.
 * @throws MicrophoneError while it rings on; ApiError when someone else took it or WhatsApp refused; NetworkError
 */
export async function answer(account: LiveAccount, call: PhoneCall): Promise<void> {
  const { id } = call;
  if (useOwnCall.get() !== null || call.offer === null) return;
  useOwnCall.set({ call, state: 'connecting', muted: false });
  try {
    const sdp = await open(account, call, call.offer);
    const answered = await account.api('POST /api/calls/{id}/answer', {
      params: { id },
      body: { device_id: deviceId, sdp },
    });
    const own = useOwnCall.get();
    if (own?.call.id === id) useOwnCall.set({ ...own, call: answered, state: 'talking' });
    else await tellEndUntilKnown(account, hungUp(id));
  } catch (error) {
    if (!isOwn(id)) return;
    closeLine();
    throw error;
  }
}

/**
 * Asks for the microphone and calls the customer of a conversation. Nothing happens while there is another call.
 * @throws MicrophoneError; ApiError when WhatsApp refused or they are called already; NetworkError
 */
export async function placeCall(
  account: LiveAccount,
  { id: threadId, channel_id, contact }: Pick<Thread, 'id' | 'channel_id' | 'contact'>,
): Promise<void> {
  if (useOwnCall.get() !== null) return;
  const id = uuidv7();
  const call: PhoneCall = {
    ...{ id, thread_id: threadId, channel_id, contact, direction: 'outgoing', state: 'dialing', rings: false },
    ...{ rang_at: new Date().toISOString(), member_id: account.store.uid, device_id: deviceId },
    ...{ connected_at: null, offer: null, answer: null, version: 0 },
  };
  useOwnCall.set({ call, state: 'connecting', muted: false });
  try {
    const sdp = await open(account, call, null);
    unseen = 0;
    const body = { id, device_id: deviceId, sdp };
    const placed = await account.api('POST /api/threads/{id}/calls', { params: { id: threadId }, body });
    const own = useOwnCall.get();
    if (own?.call.id === id) useOwnCall.set({ ...own, call: placed, state: 'calling' });
    else await tellEndUntilKnown(account, hungUp(id));
  } catch (error) {
    const goesOn = isOwn(id);
    if (goesOn) closeLine();
    // Whether the server has taken it is not known: then it ends.
    if (error instanceof NetworkError) void tellEndUntilKnown(account, hungUp(id));
    if (goesOn) throw error;
  }
}

/** Whether a call was not hung up, also for another one, while it connected. */
function isOwn(id: string): boolean {
  return useOwnCall.get()?.call.id === id;
}

/**
 * Opens the line of a call. @param offer of the customer; null: they get ours @returns our side of it
 * @throws Error when it was hung up meanwhile
 */
async function open(account: LiveAccount, { id }: PhoneCall, offer: string | null): Promise<string> {
  const opened = await openLine(await openMicrophone(), offer, () => {
    if (isOwn(id)) void hangUp(account);
  });
  if (isOwn(id)) {
    line = opened;
    opened.release = await holdLock();
  }
  if (!isOwn(id)) {
    close(opened);
    throw new Error('hung up meanwhile');
  }
  rememberCall({ id, device_id: deviceId, page_left: true });
  return opened.connection.localDescription?.sdp ?? '';
}

/** @throws DOMException when the offer is none */
async function openLine(microphone: MediaStream, offer: string | null, onBroken: () => void): Promise<Line> {
  const connection = new RTCPeerConnection();
  const sound = new Audio();
  try {
    connection.addEventListener('track', ({ track, streams: [theirs] }) => {
      sound.srcObject = theirs ?? new MediaStream([track]);
      // It was clicked: browsers allow it.
      sound.play().catch(() => undefined);
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed') onBroken();
    });
    for (const track of microphone.getTracks()) connection.addTrack(track, microphone);
    if (offer !== null) await connection.setRemoteDescription({ type: 'offer', sdp: offer });
    await connection.setLocalDescription(await (offer === null ? connection.createOffer() : connection.createAnswer()));
    await gathered(connection);
    return { connection, microphone, sound, release: null };
  } catch (error) {
    connection.close();
    for (const track of microphone.getTracks()) track.stop();
    throw error;
  }
}

function gathered(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (connection.iceGatheringState === 'complete') resolve();
    };
    connection.addEventListener('icegatheringstatechange', look);
    setTimeout(resolve, gatherMs);
    look();
  });
}

/** Resolves when this page has its lock, with what gives it back; it is given back too when the page is left. */
function holdLock(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks.request(lockOf(deviceId), () => new Promise<void>((end) => resolve(end))).catch(reject);
  });
}

function close({ connection, microphone, sound, release }: Line): void {
  connection.close();
  for (const track of microphone.getTracks()) track.stop();
  sound.srcObject = null;
  release?.();
}

function closeLine(): void {
  if (line !== null) close(line);
  line = null;
  const own = useOwnCall.get();
  if (own !== null) forgetCall(own.call.id);
  useOwnCall.set(null);
}

const hungUp = (id: string): EndedCall => ({ id, device_id: deviceId, page_left: false });

/** Ends the call: what is heard ends at once. Resolves when the server knows. */
export async function hangUp(account: LiveAccount): Promise<void> {
  const own = useOwnCall.get();
  closeLine();
  // One that is being placed ends when the server has taken it.
  if (own !== null && own.state !== 'connecting') await tellEndUntilKnown(account, hungUp(own.call.id));
}

export function setMuted(muted: boolean): void {
  const own = useOwnCall.get();
  if (own === null || line === null) return;
  for (const track of line.microphone.getAudioTracks()) track.enabled = !muted;
  useOwnCall.set({ ...own, muted });
}

/** Whether the server may know the call as this page's. */
function isKnown({ call, state }: OwnCall): boolean {
  return state !== 'connecting' || call.direction === 'outgoing';
}

/**
 * The server told the calls that go on: where ours is none of them, it has ended; one that was placed goes on as told.
 * @returns what became of it, when it has ended
 */
export function noteOpenCalls(calls: readonly PhoneCall[]): 'ended' | 'not_taken' | null {
  const own = useOwnCall.get();
  if (own === null || own.state === 'connecting') return null;
  const told = calls.find(({ id }) => id === own.call.id);
  if (own.state === 'calling') {
    if (told !== undefined) {
      unseen = 2;
      goOn(own, told);
      return null;
    }
    if (unseen < 2) unseen += 1;
    if (unseen < 2) return null;
  }
  // What was read while it was answered is from before.
  if (told !== undefined && (told.version <= own.call.version || told.device_id === deviceId)) return null;
  closeLine();
  return own.state === 'calling' ? 'not_taken' : 'ended';
}

/** The customer's side of the connection has come, or they have taken the call. */
function goOn(own: OwnCall, told: PhoneCall): void {
  const { connection } = line ?? {};
  if (told.answer !== null && connection?.signalingState === 'have-local-offer') {
    // One that does not fit breaks the connection, which ends the call.
    connection.setRemoteDescription({ type: 'answer', sdp: told.answer }).catch(() => connection.close());
  }
  if (told.version < own.call.version) return;
  useOwnCall.set({ ...own, call: told, state: told.state === 'answered' ? 'talking' : 'calling' });
}

/**
 * Ends the call when the page is left, and the one that the page before left in this tab.
 * @returns a function that ends the watch
 */
export function endWhenLeft(account: LiveAccount): () => void {
  const before = rememberedCall();
  if (before !== null && line === null) {
    navigator.locks
      .request(lockOf(before.device_id), { ifAvailable: true }, async (lock) => {
        if (lock !== null) await tellEndUntilKnown(account, before);
        else forgetCall(before.id);
      })
      .catch(() => undefined);
  }
  const leave = () => {
    const own = useOwnCall.get();
    if (own === null || !isKnown(own)) return;
    tellEnd(account, { ...hungUp(own.call.id), page_left: true }).catch(() => undefined);
  };
  window.addEventListener('pagehide', leave);
  return () => window.removeEventListener('pagehide', leave);
}
