import { createServer, type Server, Socket } from 'node:net';

/** The bytes of a segment on the way, and of its headers of TCP and IP. */
const segmentBytes = 1_460;
const headerBytes = 40;
/** What a connection may have on the way before its sender is asked to wait: the window of a phone. */
const windowBytes = 65_536;

export type LineQuality = {
  /** There and back, milliseconds. */
  roundTripMs: number;
  /** Each way, of all connections together. */
  bitsPerSecond: number;
  /** Of all segments, 0 to 1. */
  loss: number;
};

export type SlowLine = {
  url: string;
  /** Bytes so far, each way, headers included. */
  bytes(): { up: number; down: number };
  /** From now on as slow as said; as fast as this machine before, like the Wi-Fi at home. */
  slowDown(): void;
  /** Ends every connection and takes none, as without a network. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
};

/** One way of the line, which all connections share. */
type Way = { freeAtMs: number; bytes: number };

/**
 * A line like a phone's in front of a server on this machine: a connection waits two round trips before its first byte
 * (TCP, and TLS 1.3 as a phone would have it), all share the rate of each way, and a lost segment comes a retransmission
 * timeout later, with everything of its connection that follows it, as TCP keeps the order. The timeout is the round
 * trip and 200 ms, as Linux reckons on a line that is steady. What is lost is the same in every run.
 */
export async function startSlowLine(target: string, quality: LineQuality): Promise<SlowLine> {
  const { hostname, port } = new URL(target);
  const ways = { up: { freeAtMs: 0, bytes: 0 }, down: { freeAtMs: 0, bytes: 0 } };
  const sockets = new Set<Socket>();
  const isLost = losses(quality.loss);
  let isCut = false;
  let isSlow = false;
  const carry = (from: Socket, to: Socket, way: Way) => {
    const coming: { atMs: number; bytes: number; arrive: () => void }[] = [];
    let onTheWay = 0;
    const arriveDue = () => {
      for (let [next] = coming; next !== undefined && next.atMs <= performance.now() + 0.5; [next] = coming) {
        coming.shift();
        onTheWay -= next.bytes;
        if (!to.destroyed) next.arrive();
      }
      if (from.isPaused() && onTheWay < windowBytes) from.resume();
      const [next] = coming;
      if (next !== undefined) setTimeout(arriveDue, Math.max(0, next.atMs - performance.now()));
    };
    const come = (atMs: number, bytes: number, arrive: () => void) => {
      coming.push({ atMs: Math.max(atMs, coming.at(-1)?.atMs ?? 0), bytes, arrive });
      if (coming.length === 1) setTimeout(arriveDue, Math.max(0, atMs - performance.now()));
    };
    const halfWayMs = () => (isSlow ? quality.roundTripMs / 2 : 0);
    from.on('data', (chunk: Buffer) => {
      onTheWay += chunk.length;
      if (onTheWay >= windowBytes) from.pause();
      for (let at = 0; at < chunk.length; at += segmentBytes) {
        const segment = chunk.subarray(at, at + segmentBytes);
        const bytes = segment.length + headerBytes;
        way.bytes += bytes;
        const takesMs = isSlow ? (bytes * 8 * 1_000) / quality.bitsPerSecond : 0;
        way.freeAtMs = Math.max(way.freeAtMs, performance.now()) + takesMs;
        const againMs = isSlow && isLost() ? quality.roundTripMs + 200 : 0;
        come(way.freeAtMs + halfWayMs() + againMs, segment.length, () => to.write(segment));
      }
    });
    from.on('end', () => come(performance.now() + halfWayMs(), 0, () => to.end()));
    from.on('close', () => come(performance.now() + halfWayMs(), 0, () => to.destroy()));
  };
  const server: Server = createServer({ allowHalfOpen: true }, (phone) => {
    phone.on('error', () => undefined);
    if (isCut) return void phone.resetAndDestroy();
    const product = new Socket({ allowHalfOpen: true }).connect(Number(port), hostname);
    product.on('error', () => undefined);
    for (const socket of [phone, product]) {
      sockets.add(socket.setNoDelay(true));
      socket.once('close', () => sockets.delete(socket));
    }
    setTimeout(
      () => {
        carry(phone, product, ways.up);
        carry(product, phone, ways.down);
        if (phone.destroyed) product.destroy();
      },
      isSlow ? 2 * quality.roundTripMs : 0,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    bytes: () => ({ up: ways.up.bytes, down: ways.down.bytes }),
    slowDown() {
      isSlow = true;
    },
    cut,
    restore() {
      isCut = false;
      for (const way of Object.values(ways)) way.freeAtMs = 0;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Says of each segment whether it is lost; the same in every run. */
function losses(share: number): () => boolean {
  let state = 20_261_130;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 < share;
  };
}
