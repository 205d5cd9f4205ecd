import type { PhoneCall } from '@parley/contract/types';
import { uuidv7 } from '../../../platform/id.ts';
import { tabStorage } from '../../../platform/storage.ts';
import { createStore } from '../../../platform/store.ts';
import type { LiveAccount } from '../../sync/public.ts';
import { openMicrophone } from './microphone.ts';

/** The call that this page takes or has taken. */
export type OwnCall = { call: PhoneCall; state: 'connecting' | 'talking'; muted: boolean };

export const useOwnCall = createStore<OwnCall | null>(null);

/** Names this page to the server: only it can end the call that it answered. */
const deviceId = uuidv7();
/** Of this tab: the page that comes after a reload ends what the one before left. */
const leftKey = 'parley.call';
/** Addresses of this device are gathered within; without them the other side still reaches a public one. */
const gatherMs = 2_000;

/** Held by the page that talks: a tab that was duplicated has a copy of `leftKey`, and its call goes on elsewhere. */
const lockOf = (device: string) => `parley-call-${device}`;

type Line = { connection: RTCPeerConnection; microphone: MediaStream; sound: HTMLAudioElement };
let line: Line | null = null;
let release: () => void = () => undefined;

/**
 * Asks for the microphone and takes a call that rings.
 * @throws MicrophoneError while it rings on; ApiError when someone else took it or WhatsApp refused; NetworkError
 */
export async function answer(account: LiveAccount, call: PhoneCall): Promise<void> {
  if (useOwnCall.get() !== null || call.offer === null) return;
  useOwnCall.set({ call, state: 'connecting', muted: false });
  try {
    line = await openLine(await openMicrophone(), call.offer, () => void hangUp(account).catch(() => undefined));
    await holdLock();
    tabStorage.set(leftKey, JSON.stringify({ id: call.id, device_id: deviceId }));
    const sdp = line.connection.localDescription?.sdp ?? '';
    const answered = await account.api('POST /api/calls/{id}/answer', {
      params: { id: call.id },
      body: { device_id: deviceId, sdp },
    });
    useOwnCall.set({ call: answered, state: 'talking', muted: false });
  } catch (error) {
    closeLine();
    throw error;
  }
}

/** @throws DOMException when the offer is none */
async function openLine(microphone: MediaStream, offer: string, onBroken: () => void): Promise<Line> {
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
    await connection.setRemoteDescription({ type: 'offer', sdp: offer });
    await connection.setLocalDescription(await connection.createAnswer());
    await gathered(connection);
    return { connection, microphone, sound };
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

/** Resolves when this page has its lock, until the line is closed or the page is left. */
function holdLock(): Promise<void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockOf(deviceId), () => {
        resolve();
        return new Promise<void>((end) => {
          release = end;
        });
      })
      .catch(reject);
  });
}

function closeLine(): void {
  line?.connection.close();
  for (const track of line?.microphone.getTracks() ?? []) track.stop();
  if (line !== null) line.sound.srcObject = null;
  line = null;
  release();
  tabStorage.remove(leftKey);
  useOwnCall.set(null);
}

/** Ends the call: what is heard ends at once. @throws ApiError, NetworkError when WhatsApp could not be told */
export async function hangUp(account: LiveAccount): Promise<void> {
  const own = useOwnCall.get();
  closeLine();
  if (own?.state === 'talking') await tellEnd(account, own.call.id, deviceId, false);
}

export function setMuted(muted: boolean): void {
  const own = useOwnCall.get();
  if (own === null || line === null) return;
  for (const track of line.microphone.getAudioTracks()) track.enabled = !muted;
  useOwnCall.set({ ...own, muted });
}

/** The server told the calls that go on: where ours is none of them, it has ended. @returns whether it has */
export function noteOpenCalls(calls: readonly PhoneCall[]): boolean {
  const own = useOwnCall.get();
  if (own?.state !== 'talking') return false;
  const told = calls.find(({ id }) => id === own.call.id);
  // What was read while it was answered is from before.
  if (told !== undefined && (told.version <= own.call.version || told.device_id === deviceId)) return false;
  closeLine();
  return true;
}

async function tellEnd(account: LiveAccount, id: string, device_id: string, pageLeft: boolean): Promise<void> {
  const call = { params: { id }, body: { device_id, page_left: pageLeft } };
  await account.api('POST /api/calls/{id}/hang-up', call, { keepalive: true });
}

/**
 * Ends the call when the page is left, and the one that the page before left in this tab.
 * @returns a function that ends the watch
 */
export function endWhenLeft(account: LiveAccount): () => void {
  const before = readLeft();
  if (before !== null && line === null) {
    tabStorage.remove(leftKey);
    navigator.locks
      .request(lockOf(before.device_id), { ifAvailable: true }, async (lock) => {
        // Refused where another page took it, or it ended.
        if (lock !== null) await tellEnd(account, before.id, before.device_id, true);
      })
      .catch(() => undefined);
  }
  const leave = () => {
    const own = useOwnCall.get();
    if (own?.state === 'talking') tellEnd(account, own.call.id, deviceId, true).catch(() => undefined);
  };
  window.addEventListener('pagehide', leave);
  return () => window.removeEventListener('pagehide', leave);
}

function readLeft(): { id: string; device_id: string } | null {
  try {
    const left: unknown = JSON.parse(tabStorage.get(leftKey) ?? 'null');
    const { id, device_id } = (left ?? {}) as { id?: unknown; device_id?: unknown };
    return typeof id === 'string' && typeof device_id === 'string' ? { id, device_id } : null;
  } catch {
    return null;
  }
}
