import type { Change, ClientFrame, ServerFrame } from '@parley/contract/types';

/** The part of WebSocket that is used here. */
export type SocketLike = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>;

/** How a socket ended. `welcomed`: the server took us in before; `reset` with the server's reason when it sent one. */
export type SocketEnd = { welcomed: boolean; code: number; reset?: string };

export type SocketTalk = {
  socket: SocketLike;
  token: string;
  cursor: string | null;
  silenceMs: number;
  welcomeMs: number;
  onWelcome: () => void;
  onFrame: () => void;
  onChanges: (cursor: string, changes: readonly Change[]) => void;
  /** Hands out what others may do to the running socket. */
  control: (controls: { sendToken: (token: string) => void; close: () => void }) => void;
};

/** Close code this side uses when the other went silent or somebody wants a new attempt (private range of RFC 6455). */
const goneSilent = 4000;

/**
 * Runs one socket from its opening to its end: auth frame, welcome, changes, and a watchdog over the server's silence.
 * Frames it does not know are passed over, so that a newer server may say more.
 */
export function talkOverSocket(talk: SocketTalk): Promise<SocketEnd> {
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
      // A dead connection may take minutes to report its closing: nobody waits for that.
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
      } else if (frame.type === 'reset') {
        reset = frame.reason;
        close();
      }
    };

    talk.control({ sendToken: (token) => welcomed && !ended && send({ type: 'token', token }), close });
    watch(talk.welcomeMs);
    socket.addEventListener('open', () => send({ type: 'auth', token: talk.token, cursor: talk.cursor }));
    socket.addEventListener('message', (event) => {
      const frame = readFrame((event as MessageEvent).data);
      if (frame !== null) hear(frame);
    });
    // An error is always followed by a close, which carries the code.
    socket.addEventListener('close', (event) => end((event as CloseEvent).code));
  });
}

function readFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const frame: unknown = JSON.parse(data);
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as ServerFrame) : null;
  } catch {
    // Half a frame from a proxy; the next frame or the watchdog decides.
    return null;
  }
}
