import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileServer, type ServedFile, startFileServer } from '../../../testing/file-server.ts';
import { type FetchRequest, fetchFile } from './fetch-file.ts';

let files: FileServer;
let otherServer: FileServer;
beforeAll(async () => {
  [files, otherServer] = await Promise.all([startFileServer(), startFileServer()]);
});
afterAll(async () => {
  await Promise.all([files.close(), otherServer.close()]);
});

const csv = 'Phone,Name\n+447700900111,Vera\n';
const { signal } = new AbortController();
/** An answer that comes is not silence, also on a busy machine. */
const limits = { silenceMs: 1_500, wholeMs: 20_000, bytes: 1_000 };

async function fetched(path: string, more: Partial<FetchRequest> = {}) {
  const allowed = [files.host, otherServer.host];
  const answer = await fetchFile({ url: files.url(path), header: null, allowed, signal, limits, ...more });
  if (answer.kind !== 'file') return answer.kind === 'problem' ? answer.problem.code : answer.kind;
  const { nlink } = await answer.handle.stat().finally(() => answer.handle.close());
  return { ...answer.file, names: nlink };
}
const serve = (path: string, file: ServedFile) => files.files.set(path, file);
const redirect = (path: string, location: string) => serve(path, { status: 307, headers: { location } });

describe('a file by its address', () => {
  it('is streamed to a file that leaves no name behind', async () => {
    serve('/people.csv', { body: csv, headers: { etag: '"1"' } });
    expect(await fetched('/people.csv')).toMatchObject({ bytes: csv.length, etag: '"1"', names: 0 });
  });

  it('is found behind redirects, as those of a published spreadsheet, but not behind a fourth', async () => {
    otherServer.files.set('/export', { body: csv });
    redirect('/pub?output=csv', otherServer.url('/export'));
    redirect('/second', '/pub?output=csv');
    redirect('/third', '/second');
    redirect('/fourth', '/third');
    expect(await fetched('/third')).toMatchObject({ bytes: csv.length });
    expect(await fetched('/fourth')).toBe('redirects');
  });

  it('gets the access header, which no other server gets', async () => {
    serve('/secret.csv', { body: csv });
    redirect('/moved.csv', otherServer.url('/taken.csv'));
    otherServer.files.set('/taken.csv', { body: csv });
    const header = { name: 'Authorization', value: 'Bearer abc' };
    await fetched('/secret.csv', { header });
    expect(files.asked('/secret.csv').at(-1)?.authorization).toBe('Bearer abc');
    await fetched('/moved.csv', { header });
    expect(files.asked('/moved.csv').at(-1)?.authorization).toBe('Bearer abc');
    expect(otherServer.asked('/taken.csv').at(-1)?.authorization).toBeUndefined();
  });

  it('is not fetched from a private network, directly or behind a redirect', async () => {
    expect(await fetched('/people.csv', { allowed: [] })).toBe('not_https');
    const https = files.url('/people.csv').replace('http:', 'https:');
    expect(await fetched('', { url: https, allowed: [] })).toBe('private');
    redirect('/inside', 'https://10.0.0.1/people.csv');
    expect(await fetched('/inside')).toBe('private');
    redirect('/plain', 'http://files.example/people.csv');
    expect(await fetched('/plain')).toBe('not_https');
  });

  it('is asked for with what is known of it', async () => {
    serve('/same.csv', { body: csv, headers: { etag: '"7"' } });
    expect(await fetched('/same.csv', { known: { etag: '"7"', lastModified: null } })).toBe('unchanged');
    expect(await fetched('/same.csv', { known: { etag: '"6"', lastModified: null } })).toMatchObject({ etag: '"7"' });
  });

  it('fails with a reason', async () => {
    serve('/denied', { status: 403 });
    expect(await fetched('/denied')).toBe('http');
    expect(await fetched('/nowhere')).toBe('http');
    serve('/page', { body: '\n<!DOCTYPE html><html></html>', headers: { 'content-type': 'text/csv' } });
    expect(await fetched('/page')).toBe('html');
    serve('/typed', { body: 'Sign in', headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(await fetched('/typed')).toBe('html');
    serve('/sheet', { body: Buffer.from('504b030414', 'hex') });
    expect(await fetched('/sheet')).toBe('not_csv');
    serve('/blank', { body: '' });
    expect(await fetched('/blank')).toBe('empty');
    serve('/announced', { body: 'x'.repeat(1_001) });
    expect(await fetched('/announced')).toBe('too_large');
    serve('/large', { body: 'x'.repeat(1_001), headers: { 'transfer-encoding': 'chunked' } });
    expect(await fetched('/large')).toBe('too_large');
    serve('/silent', { stops: 'header' });
    expect(await fetched('/silent')).toBe('timeout');
    serve('/stuck', { body: csv, stops: 'body' });
    expect(await fetched('/stuck')).toBe('timeout');
    expect(await fetched('/stuck', { limits: { ...limits, silenceMs: 60_000, wholeMs: 1_500 } })).toBe('timeout');
    serve('/broken', { body: csv, stops: 'break', headers: { 'content-length': '900' } });
    expect(await fetched('/broken', { limits: { ...limits, silenceMs: 60_000 } })).toBe('unreachable');
  });
});
