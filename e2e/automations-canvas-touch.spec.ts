import type { Automation, Flow, FlowStep } from '@parley/contract/types';
import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { addMember } from './support/api.ts';
import { finger } from './support/finger.ts';
import { expectReachable } from './support/pointer.ts';
import { expect, signIn, type TestAccount, test } from './support/test.ts';
import { newVisitor, omar, uniqueUser } from './support/users.ts';

const canvasOf = (page: Page) => page.getByRole('region', { name: 'Canvas' });
const card = (page: Page, name: RegExp) => canvasOf(page).getByRole('button', { name });
const addAtEnd = (page: Page) => canvasOf(page).getByRole('button', { name: 'Add step' });
const say = (id: string, text: string, next: string | null): FlowStep => ({ id, kind: 'send_text', text, next });

async function made({ server, token }: TestAccount, steps: FlowStep[]): Promise<string> {
  const flow: Flow = {
    ...{ trigger: { kind: 'message' }, conditions: [], start: steps[0]?.id ?? null, steps },
    settings: { quiet_minutes: 30, max_runs: 20, pass_on: false },
  };
  const body = { name: 'Front desk', flow };
  return (await apiCall<Automation>(server.url, 'POST', '/api/automations', body, await token())).id;
}

const kindsNow = async ({ server, token }: TestAccount, id: string) => {
  const { flow } = await apiCall<Automation>(server.url, 'GET', `/api/automations/${id}`, undefined, await token());
  const steps = new Map(flow.steps.map((step) => [step.id, step]));
  const kinds: string[] = [];
  let at = flow.start;
  while (at !== null) {
    const step = steps.get(at);
    if (step === undefined) break;
    kinds.push(step.kind);
    at = 'next' in step ? step.next : null;
  }
  return kinds;
};

test('an empty flow is started on the canvas by a mouse', async ({ page, home }) => {
  const id = await made(home, []);
  await signIn(page, home.server, home.user, `/automations?edit=${id}&view=canvas`);
  await addAtEnd(page).click();
  await page.getByRole('menuitem', { name: 'Send text' }).click();
  const form = page.getByRole('region', { name: 'Step', exact: true });
  await form.getByRole('textbox', { name: 'Text' }).fill('Hello');
  await card(page, /^Trigger/).click();
  await form.getByRole('combobox', { name: 'Starts with' }).waitFor();
  await expect.poll(() => kindsNow(home, id)).toEqual(['send_text']);
  await expectReachable(page, 'the canvas');
});

test('a member who only looks opens what is on the canvas by a mouse', async ({ home, browser }) => {
  const id = await made(home, [say('hello', 'Hello', null)]);
  const member = uniqueUser(omar);
  await addMember(home.server, await home.token(), member);
  const visitor = await newVisitor(browser);
  await signIn(visitor, home.server, member, `/automations?edit=${id}&view=canvas`);
  for (const name of [/^Send text Hello/, /^Trigger/]) {
    await card(visitor, name).click();
    await expect(visitor.getByRole('region', { name: 'Step', exact: true })).toBeVisible();
    await expect(card(visitor, name)).toHaveAttribute('aria-expanded', 'true');
  }
  await visitor.context().close();
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('steps are added, edited, moved and removed', async ({ page, home }) => {
    const id = await made(home, []);
    await signIn(page, home.server, home.user, `/automations?edit=${id}&view=canvas`);
    const add = async (kind: string) => {
      await addAtEnd(page).tap();
      await page.getByRole('menuitem', { name: kind }).tap();
      return page.getByRole('dialog', { name: kind });
    };
    const actions = async (name: RegExp, action: string) => {
      await card(page, name).tap();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Actions/ })
        .tap();
      await page.getByRole('menuitem', { name: action }).tap();
    };

    await test.step('added at the end and between, in an empty flow first', async () => {
      const first = await add('Send text');
      await first.getByRole('textbox', { name: 'Text' }).fill('Hello');
      await first.getByRole('button', { name: 'Close' }).tap();
      const last = await add('Mark as done');
      await last.getByRole('button', { name: 'Close' }).tap();
      await canvasOf(page).getByRole('button', { name: 'Insert step' }).last().tap();
      await page.getByRole('menuitem', { name: 'Add note' }).tap();
      const note = page.getByRole('dialog', { name: 'Add note' });
      await note.getByRole('textbox', { name: 'Text' }).fill('Greeted');
      await note.getByRole('button', { name: 'Close' }).tap();
      await expect.poll(() => kindsNow(home, id)).toEqual(['send_text', 'note', 'done']);
      await expectReachable(page, 'the canvas on a phone');
    });

    await test.step('edited', async () => {
      await page.getByRole('button', { name: 'Fit to screen' }).tap();
      await card(page, /^Send text/).tap();
      const form = page.getByRole('dialog', { name: 'Send text' });
      await form.getByRole('textbox', { name: 'Text' }).fill('Good morning');
      await form.getByRole('button', { name: 'Close' }).tap();
      await expect(card(page, /^Send text Good morning/)).toBeVisible();
    });

    await test.step('moved', async () => {
      await actions(/^Add note/, 'Move…');
      await canvasOf(page).getByRole('button', { name: 'Move here' }).first().tap();
      await expect.poll(() => kindsNow(home, id)).toEqual(['note', 'send_text', 'done']);
    });

    await test.step('removed', async () => {
      await actions(/^Mark as done/, 'Remove');
      await expect.poll(() => kindsNow(home, id)).toEqual(['note', 'send_text']);
    });
  });

  test('one finger pans, wherever it is put down, and two zoom', async ({ page, home }) => {
    const id = await made(home, [say('one', 'Hello', 'two'), say('two', 'We answer soon', null)]);
    await signIn(page, home.server, home.user, `/automations?edit=${id}&view=canvas`);
    const one = card(page, /^Send text Hello/);
    const two = card(page, /^Send text We answer soon/);
    const boxOf = async () => {
      const box = await one.boundingBox();
      if (box === null) throw new Error('the card is not drawn');
      return box;
    };
    const apart = async () => ((await two.boundingBox())?.y ?? 0) - (await boxOf()).y;
    const before = await boxOf();
    const gap = await apart();
    const touch = await finger(page);
    await touch.down(one);
    await touch.move(0, -60);
    await touch.up();
    await expect.poll(async () => (await boxOf()).y).toBeLessThan(before.y - 30);
    // The flow moved, not the card in it.
    expect(Math.round(await apart())).toBe(Math.round(gap));
    await touch.pinch(canvasOf(page));
    await expect.poll(async () => (await boxOf()).width).toBeLessThan(before.width * 0.8);
    expect(await kindsNow(home, id)).toEqual(['send_text', 'send_text']);
  });
});
