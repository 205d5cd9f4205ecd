import { apiCall } from '../../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from '../support/api.ts';
import { soon } from './screen.ts';
import { expect, signIn, test } from './test.ts';

test('the palette opens a page by keys, a dialog keeps the focus inside and closes by Escape', async ({
  app,
  home,
}) => {
  const { engine } = app;
  await signIn(app, home, '/contacts');
  const keyed = `document.querySelector('[aria-label="Search and commands"]')?.hasAttribute('aria-keyshortcuts') ?? false`;
  await soon(
    'the keyboard',
    () => engine.run<boolean>(keyed),
    (is) => is,
  );
  await app.press('Control+k');
  await app.see('dialog', 'Search and commands');
  await app.seeFocused('combobox');
  await app.type('audit');
  await app.see('option', /^Audit log/);
  await app.press('Enter');
  await app.seeNone('dialog', 'Search and commands');
  expect(await engine.run('location.pathname + location.search')).toBe('/settings/business?show=audit');

  // A page that is still being led somewhere would end the navigation.
  await app.see('heading', 'Audit log');
  await app.open('/contacts');
  await soon(
    'the keyboard',
    () => engine.run<boolean>(keyed),
    (is) => is,
  );
  await app.press('Shift+?');
  await app.see('dialog', 'Keyboard shortcuts');
  const inside = `document.querySelector('dialog:modal')?.contains(document.activeElement) === true`;
  for (let times = 0; times < 12; times++) {
    await app.press('Tab');
    // The browser's own bar may have the focus in between; the page behind the dialog never.
    expect(await engine.run(`${inside} || document.activeElement === document.body`)).toBe(true);
  }
  await app.press('Escape');
  await app.seeNone('dialog', 'Keyboard shortcuts');
});

test('in Arabic everything is mirrored, fits, and a reply is sent', async ({ app, home }) => {
  const { server } = home;
  const { engine } = app;
  const token = await home.token();
  await apiCall(server.url, 'PUT', '/api/auth/preferences', { language: 'ar' }, token);
  await writeAsCustomer(server, token, 'هل الدراجة جاهزة؟', 'ليلى حداد');
  const threadId = await waitForThread(server, token, 'هل الدراجة جاهزة؟');
  await signIn(app, home, `/inbox/${threadId}`);
  await soon(
    'right to left',
    () => engine.run<string>('document.documentElement.dir'),
    (dir) => dir === 'rtl',
  );
  const facts = `(() => {
    const list = document.querySelector('a[href^="/inbox/"]').getBoundingClientRect();
    const field = document.querySelector('main textarea').getBoundingClientRect();
    const root = document.documentElement;
    return { listIsRight: list.left > field.left, fits: root.scrollWidth <= root.clientWidth };
  })()`;
  await soon(
    'the reply field',
    () => engine.run<boolean>('document.querySelector("main textarea") !== null'),
    (is) => is,
  );
  expect(await engine.run(facts)).toEqual({ listIsRight: true, fits: true });
  const [field] = await soon(
    'the field',
    () => app.all({ role: 'textbox' }),
    (all) => all.length > 0,
  );
  await app.fill('textbox', field?.name ?? '', 'نعم، غدًا في العاشرة');
  await app.press('Enter');
  const sent = `[...document.querySelectorAll('[data-message]')].some((bubble) => bubble.textContent.includes('غدًا في العاشرة'))`;
  await soon(
    'the reply',
    () => engine.run<boolean>(sent),
    (is) => is,
  );
});
