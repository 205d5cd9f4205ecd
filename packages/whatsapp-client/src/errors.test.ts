import { type AnswerName, answer, errorRows } from '@parley/whatsapp-fixtures';
import { describe, expect, it } from 'vitest';

import type { ErrorEffect, RetryRule } from './error-catalogue/rule.ts';
import { classifyError, ERROR_CATALOGUE, ERROR_RANGES, retryDelayMs } from './errors.ts';
import { type ProviderError, parseErrorEnvelope } from './provider-error.ts';

type Row = { codes: number[]; retry: RetryRule; http: number | null; effect?: ErrorEffect; pauses?: true };

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const row = (codes: number | number[], http: number | null, retry: RetryRule, more: Partial<Row> = {}): Row => ({
  codes: [codes].flat(),
  http,
  retry,
  ...more,
});

/** WhatsApp's error catalogue, row by row: codes, the documented HTTP status where there is one, the retry rule. */
const rows: Row[] = [
  row(0, 401, 'fix', { pauses: true }),
  row(1, 400, 'back'),
  row(2, 503, 'back'),
  row(3, 500, 'fix', { pauses: true }),
  row(4, 400, 'back'),
  row(10, 403, 'fix', { pauses: true }),
  row(33, 400, 'no'),
  row([100, 2388024], 400, 'no'),
  row(104, null, 'fix', { pauses: true }),
  row(190, 401, 'fix', { pauses: true }),
  row(range(200, 299), 403, 'fix', { pauses: true }),
  row(368, 403, 'fix', { pauses: true, effect: 'pause_waba' }),
  row(80007, 400, 'back'),
  row(130403, null, 'no', { effect: 'blocked_by_us' }),
  row(130429, 400, 'back', { effect: 'slow_number' }),
  row(130472, 400, 'no', { effect: 'marketing_capped' }),
  row(130497, 403, 'no'),
  row(131000, 500, 'back'),
  row(131005, 403, 'fix', { pauses: true }),
  row(131008, 400, 'no'),
  row(131009, 400, 'no'),
  row(131016, 500, 'back'),
  row(131021, 400, 'no'),
  row(131026, 400, 'no', { effect: 'number_suspect' }),
  row(131030, null, 'fix'),
  row(131031, 403, 'fix', { pauses: true, effect: 'pause_waba' }),
  row(131037, 400, 'fix', { pauses: true }),
  row([131042, 131044], 400, 'fix', { pauses: true, effect: 'pause_waba' }),
  row(131045, 500, 'fix', { pauses: true }),
  row(131047, 400, 'no', { effect: 'window_closed' }),
  row(131048, 400, 'wait', { effect: 'stop_broadcasts' }),
  row(131049, 400, 'no', { effect: 'marketing_capped' }),
  row(131050, 400, 'no', { effect: 'opt_out' }),
  row(131051, 400, 'no'),
  row(131052, 400, 'no'),
  row(131053, 400, 'no'),
  row(131055, 400, 'no'),
  row(131056, 400, 'wait'),
  row(131057, 500, 'back'),
  row(131062, null, 'no'),
  row(131063, null, 'fix'),
  row(131064, null, 'wait'),
  row([131020, 131041, 131059, ...range(131201, 131207), ...range(131209, 131215)], null, 'no'),
  row(131208, null, 'back'),
  row(132000, 400, 'no', { effect: 'template_resync' }),
  row(132001, 404, 'fix', { effect: 'template_resync' }),
  row(132005, 400, 'no'),
  row(132007, 400, 'no'),
  row(132008, null, 'no'),
  row(132012, 400, 'no', { effect: 'template_resync' }),
  row(132015, 400, 'wait', { effect: 'template_paused' }),
  row(132016, 400, 'no', { effect: 'template_disabled' }),
  row(132018, 400, 'no'),
  row(132068, 400, 'fix'),
  row(132069, 400, 'wait'),
  row(133000, 500, 'back'),
  row(133004, 503, 'back'),
  row([133005, 133006], 400, 'fix'),
  row(133010, 400, 'fix', { pauses: true }),
  row([133008, 133009, 133015], 400, 'wait'),
  row(133016, 400, 'wait'),
  row(134011, 400, 'fix'),
  row(134100, 400, 'no'),
  row(134101, 400, 'wait'),
  row(134102, 500, 'back'),
  row(135000, 400, 'no'),
  row(137000, null, 'fix', { effect: 'reverify_identity' }),
  row([613, 139103], null, 'back'),
  row(
    [...range(138000, 138999), ...range(139000, 139004), ...range(139100, 139102), ...range(147001, 147005)],
    null,
    'no',
  ),
  row([2388019, 2388039], null, 'fix'),
  row([2388040, 2388047, 2388072, 2388073, 2388293, 2388299], null, 'no'),
  row([2593107, 2593108], 400, 'fix'),
  row(2494100, null, 'back'),
  // https://partner-docs.gupshup.io/reference/threadcontrol
  row(2494191, null, 'no'),
  row([1026, 131014, 131060], null, 'no'),
  row([134103, 2388077], null, 'no'),
  row([2388012, 2388093, 2388103, ...range(2494164, 2494168), 2494176, 2494177, 2494179, 2593109], null, 'fix'),
  row(2388091, null, 'wait'),
];

const errorOf = (code: number | null, more: Partial<ProviderError> = {}): ProviderError => ({
  code,
  subcode: null,
  title: null,
  message: null,
  details: null,
  userTitle: null,
  userMessage: null,
  isTransient: false,
  href: null,
  fbtraceId: null,
  ...more,
});

describe('the catalogue', () => {
  it.each(rows)('$codes.0: $retry', ({ codes, retry, http, effect, pauses }) => {
    for (const code of codes) {
      // In a webhook there is no HTTP status, and no status may change what the code means.
      for (const status of [http, null, 200, 400, 500]) {
        expect(classifyError(status, errorOf(code)), `${code}`).toMatchObject({
          code,
          known: true,
          retry,
          effect: effect ?? null,
          pausesChannel: pauses ?? false,
        });
      }
    }
  });

  it('has no code without a row here, and no row without its code', () => {
    const tested = new Set(rows.flatMap((each) => each.codes));
    expect(Object.keys(ERROR_CATALOGUE).filter((code) => !tested.has(Number(code)))).toEqual([]);
    for (const { from, to } of ERROR_RANGES) {
      for (const code of range(from, to)) expect(tested.has(code), `${code}`).toBe(true);
    }
    expect(rows.flatMap((each) => each.codes)).toHaveLength(tested.size);
  });

  it('has a row here for every row of the documentation', () => {
    const tested = new Set(rows.flatMap((each) => each.codes));
    for (const name of errorRows) {
      const [from = 0, to = from] = name.split('-').map(Number);
      for (const code of range(from, to)) expect(tested.has(code), name).toBe(true);
    }
  });

  it('has its own text for the user in every entry', () => {
    const all = [...Object.values(ERROR_CATALOGUE), ...ERROR_RANGES.map(({ rule }) => rule)];
    for (const { title, nextStep } of all) {
      expect(title).toMatch(/^[A-Z].{8,88}[^.]$/);
      expect(nextStep).toMatch(/^[A-Z].{8,158}\.$/);
    }
  });

  it('allows automatic retries only by rule: pauses for back, none for no and fix', () => {
    for (const rule of Object.values(ERROR_CATALOGUE)) {
      if (rule.retry === 'back') expect(rule.backoff).not.toBeNull();
      if (rule.retry === 'no' || rule.retry === 'fix') expect(rule.backoff).toBeNull();
      if (rule.pausesChannel) expect(rule.retry).toBe('fix');
    }
  });
});

describe('unknown codes', () => {
  it.each([
    [400, errorOf(199_999), 'no'],
    [404, errorOf(null), 'no'],
    [400, null, 'no'],
    [null, errorOf(199_999), 'no'],
    [null, errorOf(199_999, { isTransient: true }), 'back'],
    [400, errorOf(199_999, { isTransient: true }), 'back'],
    [500, errorOf(199_999), 'back'],
    [503, null, 'back'],
    [400, errorOf(-1), 'no'],
    [400, errorOf(139_005), 'no'],
  ])('status %s, %j', (status, error, retry) => {
    expect(classifyError(status, error)).toMatchObject({ known: false, retry, pausesChannel: false, effect: null });
  });
});

describe('the words of an unknown code', () => {
  it.each([
    [{ title: 'Shop closed' }, 'WhatsApp rejected this: Shop closed'],
    [{ title: 'Shop closed.', userTitle: 'The shop is closed' }, 'WhatsApp rejected this: The shop is closed'],
    [{ message: 'Only this' }, 'WhatsApp rejected this: Only this'],
    [{}, 'WhatsApp rejected this (error 199999)'],
  ])('of %j are %s', (more, title) => {
    expect(classifyError(400, errorOf(199_999, more)).title).toBe(title);
  });

  it('name what WhatsApp said of a temporary fault too, and nothing when there is nothing', () => {
    const temporary = classifyError(503, errorOf(199_999, { title: 'Busy' })).title;
    expect(temporary).toBe('WhatsApp couldn’t process this right now: Busy');
    expect(classifyError(400, null).title).toBe('WhatsApp rejected this');
  });
});

describe('code 100', () => {
  it('uses the text of a template subcode but stays final', () => {
    const error = classifyError(400, errorOf(100, { subcode: 2_388_019 }));
    expect(error).toMatchObject({ retry: 'no', title: ERROR_CATALOGUE[2388019].title });
  });

  it('ignores other subcodes', () => {
    expect(classifyError(400, errorOf(100, { subcode: 190 })).title).toBe(ERROR_CATALOGUE[100].title);
    expect(classifyError(400, errorOf(131_000, { subcode: 2_388_019 })).title).toBe(ERROR_CATALOGUE[131000].title);
  });
});

describe('retryDelayMs', () => {
  it('waits 4^n seconds for the pair limit', () => {
    const seconds = [1, 2, 3, 4].map((attempt) => (retryDelayMs(ERROR_CATALOGUE[131056], attempt) ?? 0) / 1_000);
    expect(seconds).toEqual([1, 4, 16, 64]);
  });

  it('ends after a few attempts where the catalogue says so, and never otherwise', () => {
    expect([1, 4, 5].map((attempt) => retryDelayMs(ERROR_CATALOGUE[131000], attempt))).toEqual([2_000, 54_000, null]);
    expect(retryDelayMs(ERROR_CATALOGUE[130429], 10_000)).toBe(60_000);
  });

  it('is null for errors that must not be retried automatically', () => {
    expect(retryDelayMs(ERROR_CATALOGUE[131047], 1)).toBeNull();
    expect(retryDelayMs(ERROR_CATALOGUE[132015], 1)).toBeNull();
  });
});

describe('parseErrorEnvelope', () => {
  const parsed = (name: AnswerName): ProviderError | null => parseErrorEnvelope(answer(name).json);

  it('reads the error of a response', () => {
    expect(parsed('error-not-allow-listed')).toEqual(
      errorOf(131030, {
        subcode: 2655007,
        title: 'Recipient phone number not in allowed list',
        message: '(#131030) Recipient phone number not in allowed list',
        details: 'Put the number on the list of the test number first',
        fbtraceId: 'AParleyTrace0001',
      }),
    );
  });

  it.each<[AnswerName, Partial<ProviderError>]>([
    ['error-window-closed', { code: 131047, details: 'The window has closed' }],
    ['error-account-rate', { code: 80007, details: null }],
    ['error-service-down', { code: 2, isTransient: true }],
    ['error-parameter', { code: 100, userTitle: 'Check the request', userMessage: 'One key is not known' }],
    ['error-token-expired', { code: 190, subcode: 463 }],
  ])('%s', (name, wanted) => {
    expect(parsed(name)).toMatchObject(wanted);
  });

  // A test number's list may have an Argentine mobile without the 9, and WhatsApp compares the digits.
  it('names the 9 of Argentina where a recipient is not on the list of a test number', () => {
    expect(classifyError(400, errorOf(131030, {})).nextStep).toContain('the 9 after +54');
  });

  it('reads the error of a webhook', () => {
    const error = { code: 131047, title: 'T', message: 'T', error_data: { details: 'D' }, href: 'https://example.com' };
    expect(parseErrorEnvelope(error)).toMatchObject({
      code: 131047,
      title: 'T',
      details: 'D',
      href: 'https://example.com',
    });
  });

  it.each([
    [{ error: { code: '190', message: 'm' } }, { code: 190 }],
    [{ error: { code: 'abc', message: 'm' } }, { code: null, message: 'm' }],
    [{ error: { code: 1.5, message: 'm' } }, { code: null }],
    [{ error: { message: 'only this' } }, { code: null, title: 'only this' }],
    [
      { code: 1, error_data: ['x'] },
      { code: 1, details: null },
    ],
    [{ code: 1, error_data: { details: 7 } }, { details: '7' }],
    [
      { code: 1, error_data: null, is_transient: 'true' },
      { details: null, isTransient: false },
    ],
    [{ code: 1, message: 'x'.repeat(5_000) }, { message: 'x'.repeat(2_000) }],
  ])('reads as much of %j as possible', (value, wanted) => {
    expect(parseErrorEnvelope(value)).toMatchObject(wanted);
  });

  it.each([[null], ['text'], [[]], [{}], [{ error: null }], [{ error: 'x' }], [{ success: true }]])(
    '%j is not an error',
    (value) => {
      expect(parseErrorEnvelope(value)).toBeNull();
    },
  );
});
