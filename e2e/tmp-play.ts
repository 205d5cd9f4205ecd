import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { launchOptions } from './support/launch.ts';
import { startServer } from './support/server.ts';

const server = await startServer();
const token = await createAccount(server, owner, await claimSetup(server, owner));
const call = <T>(method: string, path: string, body?: unknown) => apiCall<T>(server.url, method, path, body, token);
const { channel } = await call<{ channel: { id: string } }>('GET', '/api/sandbox');
await call('POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false });
const { data: templates } = await call<{ data: any[] }>('GET', '/api/templates?status=ACTIVE');
console.log(templates.map((t) => [t.name, t.language, t.components?.map((c: any) => c.text ?? c.format ?? c.type).join('|')]));
const hello = templates.find((t) => t.name === 'hello_world');
const phones = (from: number, n: number) => Array.from({ length: n }, (_, i) => `+4477009${String(from + i).padStart(5, '0')}`);
const make = async (name: string, body: any) =>
  call<any>('POST', '/api/campaigns', { name, channel_id: channel.id, template_id: hello.id, area: 'BROADCAST', ...body });
const act = (c: any, a: string) => call<any>('POST', `/api/campaigns/${c.id}/${a}`);
const now = (c: any) => call<any>('GET', `/api/campaigns/${c.id}`);
const until = async (c: any, ok: (x: any) => boolean) => {
  for (let i = 0; i < 600; i++) { const x = await now(c); if (ok(x)) return x; await new Promise((r) => setTimeout(r, 200)); }
  throw new Error('never: ' + JSON.stringify(await now(c)));
};
const done = await make('Autumn service week', { audience: { phone_numbers: [...phones(100, 40), 'nonsense'] }, purpose: 'Fill the workshop' });
await act(done, 'start');
console.log(JSON.stringify(await until(done, (x) => x.state === 'FINISHED')));
const failing = await make('Failing one', { audience: { phone_numbers: phones(300, 12) }, stop_rules: null });
await call('PUT', '/api/sandbox/faults', { next_send_error: 131026 }).catch((e) => console.log('faults', e.message));
await act(failing, 'start');
console.log(JSON.stringify((await until(failing, (x) => x.state === 'FINISHED' || x.counters.failed > 0)).counters));
await make('عروض الشتاء, a draft with a very long name that does not fit anywhere at all', {});
const planned = await make('Planned for later', { audience: { phone_numbers: phones(400, 3) }, schedule: { at: new Date(Date.now() + 86400000).toISOString() } });
await act(planned, 'start');
const nobody = await make('Nobody', { audience: { phone_numbers: [] , contact_list_ids: []} });
await act(nobody, 'start').catch((e) => console.log('nobody', e.message));
const slow = await make('Sending now', { audience: { phone_numbers: phones(1000, 3000) } });
await act(slow, 'start');
await writeFile('/tmp/history/play.json', JSON.stringify({ url: server.url, done: done.id, failing: failing.id, slow: slow.id, planned: planned.id }));
const browser = await chromium.launch(launchOptions);
const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
page.on('pageerror', (e) => console.log('pageerror', e.message));
await page.goto(`${server.url}/login`);
await page.getByLabel('E-mail').fill(owner.email);
await page.getByLabel('Password', { exact: true }).fill(owner.password);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.waitForURL('**/inbox');
const shot = async (name: string, path: string, full = false) => {
  for (const [w, h] of [[1440, 900], [1025, 768], [390, 844]] as const)
    for (const scheme of ['light', 'dark'] as const) {
      if (scheme === 'dark' && w === 1025) continue;
      await page.setViewportSize({ width: w, height: h });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(server.url + path);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/history/${name}-${w}-${scheme}.png`, fullPage: full });
    }
};
await shot('slow', `/broadcast/history/${slow.id}`);
console.log(JSON.stringify(await now(slow)).slice(-700));
await shot('history', '/broadcast/history');
await shot('done', `/broadcast/history/${done.id}`);
await shot('failing', `/broadcast/history/${failing.id}`);
await shot('message', `/broadcast/history/${done.id}?tab=message`);
await shot('timeline', `/broadcast/history/${slow.id}?tab=timeline`);
await shot('planned', `/broadcast/history/${planned.id}`);
await shot('missing', `/broadcast/history/0190aaaa-0000-7000-8000-000000000000`);
console.log(JSON.stringify(await call('GET', `/api/campaigns/${failing.id}/failures`)));
await browser.close();
if (process.argv[2] === 'stay') { console.log('stays at', server.url); await new Promise((r) => setTimeout(r, 3600e3)); }
await server.close();
process.exit(0);
