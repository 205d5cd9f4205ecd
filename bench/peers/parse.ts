/**
 * A comparison: parse-server with PostgreSQL, storing every delivery as an object of one class and telling live
 * queries of it. It checks no signature.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse as parseAddress } from 'pg-connection-string';

/** What is used of parse-server, which is installed only for this comparison. */
type ParseServerClass = {
  new (
    options: Record<string, unknown>,
  ): { start(): Promise<unknown>; app(request: IncomingMessage, response: ServerResponse): void };
  createLiveQueryServer(server: unknown, config: object): Promise<unknown>;
};
type PostgresAdapterClass = new (options: { uri: string; databaseOptions: Record<string, unknown> }) => object;

// Read when it is loaded: no folder of logs.
process.env['PARSE_SERVER_LOGS_FOLDER'] = 'null';
// Named by values: the compiler does not know packages that are not installed.
const packageName: string = 'parse-server';
const adapterFile: string = `${packageName}/lib/Adapters/Storage/Postgres/PostgresStorageAdapter.js`;
const { ParseServer } = (await import(packageName)) as { ParseServer: ParseServerClass };
const { PostgresStorageAdapter } = (await import(adapterFile)) as { PostgresStorageAdapter: PostgresAdapterClass };
const appId = 'bench';

const listening = createServer({ keepAliveTimeout: 65_000 }).listen(0, '127.0.0.1');
await new Promise((resolve) => listening.once('listening', resolve));
const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
const parse = new ParseServer({
  // The adapter is given the connection: the reading of addresses knows no socket folder.
  databaseAdapter: new PostgresStorageAdapter({
    uri: 'postgres://localhost/',
    databaseOptions: databaseOptions(process.env['DATABASE_URL'] ?? ''),
  }),
  // With an adapter of its own for the database it wants one for files too, of which there are none.
  filesAdapter: Object.fromEntries(
    ['createFile', 'deleteFile', 'getFileData', 'getFileLocation'].map((method) => [method, () => Promise.reject()]),
  ),
  serverURL: url,
  ...{ appId, masterKey: 'bench-master', liveQuery: { classNames: ['deliveries'] } },
  ...{ allowClientClassCreation: true, silent: true, logLevel: 'error', logsFolder: null },
});
await parse.start();
await ParseServer.createLiveQueryServer(listening, { appId, serverURL: url, masterKey: 'bench-master' });

function databaseOptions(address: string): Record<string, unknown> {
  const { host, port, user, database } = parseAddress(address);
  return { host, port: Number(port), user, database, max: 16 };
}

/** Deliveries are posted as to the other receivers: to `/`, without headers of Parse, and answered 200. */
listening.on('request', (request: IncomingMessage, response: ServerResponse) => {
  request.url = '/classes/deliveries';
  request.headers['x-parse-application-id'] = appId;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.end = ((...given: unknown[]) => {
    if (response.statusCode === 201) response.statusCode = 200;
    return end(...given);
  }) as typeof response.end;
  parse.app(request, response);
});

// The class has its table and columns before anything is measured.
const body = JSON.stringify({ object: 'first', entry: [] });
const first = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
if (!first.ok) throw new Error(`parse-server answered ${first.status}: ${await first.text()}`);

process.send?.({ type: 'ready', url });
process.on('disconnect', () => process.exit(0));
