/* The calls by which a screen imports a file. */

/** The part size of the screen. */
const partBytes = 1_048_576;

export type ImportState = {
  id: string;
  state: string;
  error: string | null;
  rows: number;
  done: number;
  columns: { suggestion: object }[];
  checked_ms: number | null;
  check: Record<string, number>;
  result: { added: number; updated: number; unchanged: number; rejected: number; undone: number; kept: number };
};

export type Caller = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** @param place the server's URL and the caller's token, looked up for each call */
export function callerOf(place: () => { url: string; token: string }): Caller {
  return async (method, path, body) => {
    const isBytes = body instanceof Buffer;
    const { url, token } = place();
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return JSON.parse(await response.text());
  };
}

const moving = ['reading', 'checking', 'running', 'undoing'];

/** Waits until an import is in a state. @throws when it ends in another */
export async function settled(call: Caller, id: string, wanted: string, pollMs = 20): Promise<ImportState> {
  for (;;) {
    const row = await call<ImportState>('GET', `/imports/${id}`);
    if (row.state === wanted) return row;
    if (!moving.includes(row.state)) throw new Error(`${row.state}: ${row.error}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}

/** @returns the id of an import with an uploaded file */
export async function uploadFile(call: Caller, file: Buffer): Promise<string> {
  const { id } = await call<{ id: string }>('POST', '/imports', { name: 'bench.csv' });
  for (let at = 0; at < file.length; at += partBytes)
    await call('PUT', `/imports/${id}/content?offset=${at}`, file.subarray(at, at + partBytes));
  return id;
}

export const readFile = (call: Caller, id: string, pollMs?: number) =>
  timed(async () => {
    await call('POST', `/imports/${id}/read`, {});
    return settled(call, id, 'mapping', pollMs);
  });

export const checkRows = (call: Caller, { id, columns }: ImportState, pollMs?: number) =>
  timed(async () => {
    const mapping = columns.map(({ suggestion }) => suggestion);
    await call('PUT', `/imports/${id}/mapping`, { mapping, rules: {} });
    return settled(call, id, 'ready', pollMs);
  });

/** Runs a file through every step. @returns the duration of each, without the upload */
export async function importFile(call: Caller, file: Buffer) {
  const id = await uploadFile(call, file);
  const read = await readFile(call, id);
  const check = await checkRows(call, read.result);
  const run = await timed(async () => {
    await call('POST', `/imports/${id}/start`);
    return settled(call, id, 'done');
  });
  return { readMs: read.ms, checkMs: check.ms, runMs: run.ms, checked: check.result, done: run.result };
}
