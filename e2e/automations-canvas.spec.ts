import type { Automation, Flow, FlowStep } from '@parley/contract/types';
import type { Locator, Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { addMember } from './support/api.ts';
import { expect, signIn, type TestAccount, test } from './support/test.ts';
import { newVisitor, omar, uniqueUser } from './support/users.ts';

const settings = { quiet_minutes: 30, max_runs: 20, pass_on: false };
const say = (id: string, text: string, next: string | null = null): FlowStep => ({ id, kind: 'send_text', text, next });
const asks: FlowStep[] = [
  {
    ...{ id: 'ask', kind: 'ask', text: 'Sales or help?', answer: 'choice', retries: 1, retry_text: 'Please choose.' },
    choices: [
      { id: 'sales', title: 'Sales' },
      { id: 'help', title: 'Help' },
    ],
    ...{ save_to: { kind: 'variable', name: 'topic' }, timeout_minutes: 60, next: 'branch', otherwise: null },
  },
  {
    ...{ id: 'branch', kind: 'branch', otherwise: 'hours' },
    arms: [
      { name: 'Help', conditions: [{ kind: 'value', name: 'topic', operator: 'is', value: 'Help' }], next: 'wait' },
    ],
  },
  { id: 'wait', kind: 'wait', minutes: 60, next: 'answer' },
  say('answer', 'We will call you.'),
  say('hours', 'Our shop opens at 9.', 'again'),
  { id: 'again', kind: 'go_to', step: 'ask' },
];

async function made({ server, token }: TestAccount, steps: FlowStep[]): Promise<Automation> {
  const flow: Flow = {
    ...{ trigger: { kind: 'message' }, conditions: [], start: steps[0]?.id ?? null, steps, settings },
  };
  return apiCall<Automation>(server.url, 'POST', '/api/automations', { name: 'Front desk', flow }, await token());
}

const flowNow = async ({ server, token }: TestAccount, id: string) =>
  (await apiCall<Automation>(server.url, 'GET', `/api/automations/${id}`, undefined, await token())).flow;

const canvasOf = (page: Page) => page.getByRole('region', { name: 'Canvas' });
const card = (page: Page, name: RegExp) => canvasOf(page).getByRole('button', { name });
const endsOf = (page: Page) => canvasOf(page).getByRole('button', { name: 'Add step' });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Adds a step at the focused place and types into its first field. */
async function addByKeys(page: Page, letter: string, kind: string, text?: string): Promise<void> {
  await expect(endsOf(page).and(page.locator(':focus'))).toBeVisible();
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Send text' })).toBeFocused();
  const item = page.getByRole('menuitem', { name: kind });
  // A letter goes to the next entry that begins with it.
  await press(page, 'Home');
  for (let n = 0; n < 6 && (await page.locator(':focus').textContent()) !== kind; n++) await press(page, letter);
  await expect(item).toBeFocused();
  await press(page, 'Enter');
  const form = page.getByRole('region', { name: 'Step' });
  await expect(form.locator(':focus')).toBeVisible();
  if (text !== undefined) await page.keyboard.type(text);
  await press(page, 'Escape');
  await expect(form).toBeHidden();
}

test('a flow is built on the canvas by keyboard alone', async ({ page, home }) => {
  const { server } = home;
  const { id } = await made(home, []);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/automations?edit=${id}`);

  await test.step('the canvas is the second view of the same flow', async () => {
    await page.getByRole('radio', { name: 'List' }).focus();
    await press(page, 'ArrowRight');
    await expect(page.getByRole('radio', { name: 'Canvas' })).toBeChecked();
    await card(page, /^Trigger/).focus();
  });

  await test.step('arrows follow the lines, and Enter adds', async () => {
    await press(page, 'ArrowDown');
    await expect(card(page, /^Conditions/)).toBeFocused();
    await press(page, 'ArrowDown');
    await addByKeys(page, 's', 'Send text', 'Welcome!');
    await expect(card(page, /^Send text Welcome!/)).toBeFocused();
    await press(page, 'ArrowDown');
    await addByKeys(page, 'b', 'Branch');
    await expect(card(page, /^Branch/)).toBeFocused();
    await press(page, 'ArrowDown');
    await addByKeys(page, 'a', 'Add note', 'First way');
    await expect(card(page, /^Add note First way/)).toBeFocused();
    await press(page, 'ArrowRight');
    await addByKeys(page, 'm', 'Mark as done');
    await expect(card(page, /^Mark as done/)).toBeFocused();
  });

  await test.step('Delete removes, undo brings back, and M moves', async () => {
    await press(page, 'Delete');
    await expect(card(page, /^Mark as done/)).toBeHidden();
    await expect(card(page, /^Branch/)).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).focus();
    await press(page, 'Enter');
    await expect(card(page, /^Mark as done/)).toBeVisible();
    await card(page, /^Add note/).focus();
    await press(page, 'm');
    await expect(page.getByText('Choose a new place for “Add note” and the steps below it.')).toBeVisible();
    const target = canvasOf(page).getByRole('button', { name: 'Move here' });
    await expect(target.first()).toBeFocused();
    await press(page, 'Enter');
    await expect(target).toHaveCount(0);
  });

  await test.step('it is there after a reload, in the list too', async () => {
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.reload();
    await expect(card(page, /^Mark as done/)).toBeVisible();
    const { start, steps } = await flowNow(home, id);
    expect(steps.map(({ kind }) => kind).toSorted()).toEqual(['branch', 'done', 'note', 'send_text']);
    expect(steps.find((step) => step.id === start)?.kind).toBe('note');
    await page.getByRole('radio', { name: 'List' }).check();
    await expect(page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Add note/ })).toBeVisible();
  });
});

/** Drags a card until its middle is over another element. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error('nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

test('a subtree is dragged to another place', async ({ page, home }) => {
  const { server } = home;
  const { id } = await made(home, asks);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/automations?edit=${id}&view=canvas`);
  await page.getByRole('region', { name: 'Dry run' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Fit to screen' }).click();
  const whole = canvasOf(page);
  await expect(card(page, /^Wait/)).toBeInViewport();
  // The free exit of the question.
  await drag(page, card(page, /^Wait/), endsOf(page).first());
  await expect
    .poll(async () => {
      const { steps } = await flowNow(home, id);
      const ask = steps.find((step) => step.id === 'ask');
      return ask?.kind === 'ask' ? ask.otherwise : null;
    })
    .toBe('wait');
  const { steps } = await flowNow(home, id);
  expect(steps.find((step) => step.id === 'wait')).toMatchObject({ next: 'answer' });
  await expect(whole.getByRole('button', { name: /^Send text We will call you/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await flowNow(home, id)).steps.find((step) => step.id === 'branch'))
    .toMatchObject({ arms: [{ next: 'wait' }] });
});

test('a conversation with the draft shows what each step does', async ({ page, home }) => {
  const { server } = home;
  const { id } = await made(home, asks);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/automations?edit=${id}&view=canvas`);
  const talk = page.getByRole('region', { name: 'Dry run' });
  const trace = page.getByRole('region', { name: 'Trace' });
  const say = async (text: string) => {
    await talk.getByRole('textbox', { name: 'Message as the customer' }).fill(text);
    await talk.getByRole('button', { name: 'Send' }).click();
  };

  await test.step('a tapped button answers the question', async () => {
    await say('Good morning');
    await expect(talk.getByText('Waiting for an answer')).toBeVisible();
    await expect(card(page, /^Ask/)).toHaveAttribute('aria-current', 'step');
    await talk.getByRole('button', { name: 'Help' }).click();
    await expect(talk.getByText('We will call you.')).toBeVisible();
    await expect(talk.getByText('Waited 1 h')).toBeVisible();
    await expect(trace.getByRole('button', { name: 'Branch: Help' })).toBeVisible();
    await expect(card(page, /^Send text We will call you/)).toHaveAttribute('aria-current', 'step');
  });

  await test.step('a line of the trace shows its step, in the list too', async () => {
    await trace.getByRole('button', { name: 'Branch: Help' }).click();
    await expect(card(page, /^Branch/)).toHaveAttribute('aria-current', 'step');
    await page.getByRole('radio', { name: 'List' }).check();
    await expect(page.locator('[aria-current="step"]')).toContainText('Branch');
    await page.getByRole('radio', { name: 'Canvas' }).check();
  });

  await test.step('a change of the draft is tried at once', async () => {
    await card(page, /^Send text We will call you/).click();
    await page.getByRole('region', { name: 'Step' }).getByRole('textbox', { name: 'Text' }).fill('Call us.');
    await expect(talk.getByText('Call us.')).toBeVisible();
    await say('Hello again');
    await expect(talk.getByText('Sales or help?')).toHaveCount(2);
  });

  await test.step('nothing was sent or kept', async () => {
    const threads = await apiCall<{ data: { preview?: string }[] }>(
      server.url,
      'GET',
      '/api/threads',
      undefined,
      await home.token(),
    );
    expect(JSON.stringify(threads.data)).not.toContain('Good morning');
  });
});

test('the canvas is accessible, fits a phone, and members only look at it', async ({ page, home, browser }) => {
  const { server } = home;
  const { id } = await made(home, asks);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/automations?edit=${id}&view=canvas`);

  await test.step('in both themes, with a step open', async () => {
    await card(page, /^Ask/).click();
    await expect(page.getByRole('region', { name: 'Step' })).toBeVisible();
    await expectAccessible(page, 'canvas');
  });

  await test.step('on a phone a step opens over the page', async () => {
    await expectNoHorizontalScroll(page, 'canvas');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await card(page, /^Ask/).click();
    const sheet = page.getByRole('dialog', { name: 'Ask' });
    await sheet.getByRole('textbox', { name: 'Question' }).fill('How can we help?');
    await expectAccessible(page, 'canvas on a phone, step open', { part: 'dialog' });
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(card(page, /^Ask “How can we help\?”/)).toBeVisible();
    await page.getByRole('radio', { name: 'Try it' }).check();
    await expect(page.getByRole('region', { name: 'Dry run' })).toBeVisible();
    await expectAccessible(page, 'trying on a phone');
  });

  await test.step('a member sees the flow and changes nothing', async () => {
    const member = uniqueUser(omar);
    await addMember(server, await home.token(), member);
    const visitor = await newVisitor(browser);
    await signIn(visitor, server, member);
    await visitor.goto(`${server.url}/automations?edit=${id}&view=canvas`);
    await expect(card(visitor, /^Ask/)).toBeVisible();
    await expect(canvasOf(visitor).getByRole('button', { name: /step|Actions/i })).toHaveCount(0);
    await card(visitor, /^Ask/).focus();
    await press(visitor, 'Delete');
    await expect(card(visitor, /^Ask/)).toBeVisible();
    await press(visitor, 'Enter');
    await expect(visitor.getByRole('region', { name: 'Step' }).getByRole('textbox').first()).toBeDisabled();
    await visitor.context().close();
  });
});
