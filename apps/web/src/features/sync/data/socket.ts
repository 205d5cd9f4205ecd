import type { Change, ClientFrame, ServerFrame } from '@parley/contract/types';
import { pageLanguage } from '../../../platform/formats.ts';

/** Frames beside the feed: who is where, and that something of the user changed. */
export type SignalFrame = Extract<ServerFrame, { type: 'presence' | 'notifications' | 'preferences' }>;

/** The part of WebSocket that is used here. */
export type SocketLike = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>;

/** The result of a socket. `welcomed`: the server had accepted it; `reset`: the server's reason, if it sent one. */
export type SocketEnd = { welcomed: boolean; code: number; reset?: string };

export type SocketSession = {
  socket: SocketLike;
  token: string;
  cursor: string | null;
  silenceMs: number;
  welcomeMs: number;
  onWelcome: () => void;
  onFrame: () => void;
  onChanges: (cursor: string, changes: readonly Change[]) => void;
  onSignal: (frame: SignalFrame) => void;
  /** The server says whether its database answers. */
  onDatabase: (answers: boolean) => void;
  /** Receives controls of the open socket. */
  control: (controls: {
    sendToken: (token: string) => void;
    /** After the welcome. */
    send: (frame: ClientFrame) => void;
    close: () => void;
  }) => void;
};

/** Close code of this side when the other was silent or a new attempt is needed (private range of RFC 6455). */
const goneSilent = 4000;

/**
 * Runs one socket from opening to closing: auth frame, welcome, changes, and a watchdog for the server's silence.
 * Unknown frames are ignored, so that a newer server may send more.
 */
export function runSocketSession(talk: SocketSession): Promise<SocketEnd> {
  const { socket } = talk;
  return new Promise((resolve) => {
    let welcomed = false;
    let reset: string | undefined;
    let watchdog: ReturnType<typeof setTimeout>;
    let ended = false;

    const end = (code: number) => {
      if (ended) return;
      ended = true;
      clearTimeout(watchdog);
      resolve(reset === undefined ? { welcomed, code } : { welcomed, code, reset });
    };
    const close = () => {
      // A dead connection may take minutes to report its closing, which is not waited for.
      socket.close(goneSilent);
      end(goneSilent);
    };
    const watch = (afterMs: number) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(close, afterMs);
    };
    const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame));

    const hear = (frame: ServerFrame) => {
      if (ended) return;
      talk.onFrame();
      watch(talk.silenceMs);
      if (frame.type === 'welcome') {
        welcomed = true;
        talk.onWelcome();
      } else if (frame.type === 'changes') {
        talk.onChanges(frame.cursor, frame.changes);
      } else if (frame.type === 'presence' || frame.type === 'notifications' || frame.type === 'preferences') {
        talk.onSignal(frame);
      } else if (frame.type === 'database') {
        talk.onDatabase(frame.answers);
      } else if (frame.type === 'reset') {
        reset = frame.reason;
        close();
      }
    };

    const sendLater = (frame: ClientFrame) => {
      if (welcomed && !ended) send(frame);
    };
    const sendToken = (token: string) => sendLater({ type: 'token', token, language: pageLanguage() });
    talk.control({ sendToken, send: sendLater, close });
    watch(talk.welcomeMs);
    socket.addEventListener('open', () =>
      send({ type: 'auth', token: talk.token, cursor: talk.cursor, language: pageLanguage() }),
    );
    socket.addEventListener('message', (event) => {
      const frame = readFrame((event as MessageEvent).data);
      if (frame !== null) hear(frame);
    });
    // An error is always followed by a close, which has the code.
    socket.addEventListener('close', (event) => end((event as CloseEvent).code));
  });
}

function readFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const frame: unknown = JSON.parse(data);
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as ServerFrame) : null;
  } catch {
    // A partial frame from a proxy; the next frame or the watchdog decides.
    return null;
  }
}
