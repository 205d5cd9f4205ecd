import { apiCall } from '../../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from '../support/api.ts';
import { expect, signIn, test } from './test.ts';

test('a reply written while the server does not answer stays, and leaves by itself, once', async ({ app, home }) => {
  const { server } = home;
  await writeAsCustomer(server, await home.token(), 'Is the tandem ready?', 'Ana Silva');
  const threadId = await waitForThread(server, await home.token(), 'Is the tandem ready?');
  await signIn(app, home, `/inbox/${threadId}`);
  await app.see('textbox', 'Reply');

  await server.kill();
  await app.fill('textbox', 'Reply', 'Tomorrow at ten');
  await app.press('Enter');
  await app.seeText('Sends when you’re back online');
  await app.seeText('Tomorrow at ten');

  await server.start();
  await app.see('img', /^(Delivered|Read)$/);
  type Messages = { data: Array<{ content: { body?: string } | null }> };
  const path = `/api/threads/${threadId}/messages`;
  const { data } = await apiCall<Messages>(server.url, 'GET', path, undefined, await home.token());
  expect(JSON.stringify(data).split('Tomorrow at ten').length - 1).toBe(1);
});
