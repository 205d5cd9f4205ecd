import { defaultOptOutWords, findOptOutWord } from '@parley/contract/opt-out-words';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const put = (opt_out_words: unknown) => world.api('PUT /api/client', { body: { opt_out_words } as object });
const contactAfter = async (phone: string, text: string) => {
  const { contact_id: id } = await customerWrites(world, phone, text);
  return (await world.api('GET /api/contacts/{id}', { params: { id } })).body;
};
const isOut = async (phone: string, text: string) => (await contactAfter(phone, text)).opted_out_at !== null;

describe('opt-out words', () => {
  test('are the default ones first: alone in a message, whatever their case, accents and punctuation', async () => {
    expect((await world.api('GET /api/client')).body.opt_out_words).toEqual(defaultOptOutWords('GB'));
    const phone = freshPhone();
    expect(await isOut(phone, 'please do not stop')).toBe(false);
    expect(await isOut(phone, ' Stop! ')).toBe(true);
    expect(await isOut(phone, 'thanks')).toBe(true);
    expect(await isOut(phone, 'start')).toBe(false);
    expect(await isOut(phone, 'ÚNSUBSCRIBE 🙏🏽')).toBe(true);
    const { id } = await contactAfter(phone, 'thanks');
    const suppressions = (await world.api('GET /api/contacts/{id}/suppressions', { params: { id } })).body.data;
    expect(suppressions).toMatchObject([{ source: 'keyword', detail: 'ÚNSUBSCRIBE 🙏🏽' }]);
  });

  test('that changed take effect at once, and removed ones have none', async () => {
    const chosen = [{ language: 'pl', opt_out: ['Koniec', 'NIE CHCĘ'], opt_in: ['Wróć'] }];
    const changed = await put(chosen);
    expect([changed.status, changed.body.opt_out_words]).toEqual([200, chosen]);
    const phone = freshPhone();
    expect(await isOut(phone, 'STOP')).toBe(false);
    expect(await isOut(phone, 'nie  chce')).toBe(true);
    expect(await isOut(phone, 'START')).toBe(true);
    expect(await isOut(phone, 'WRÓĆ')).toBe(false);
    expect(await isOut(phone, 'koniec.')).toBe(true);
    await put(null);
    expect((await world.api('GET /api/client')).body.opt_out_words).toEqual(defaultOptOutWords('GB'));
    expect(await isOut(freshPhone(), 'STOP')).toBe(true);
    const { body } = await world.api('GET /api/audit-events', { query: { action: 'settings.account_changed' } });
    expect(body.data.at(-1)?.detail?.changes).toEqual([{ field: 'opt_out_words', from: null, to: chosen }]);
  });

  test('work from the simulator’s phone', async () => {
    await put([word('en', ['ENOUGH'], [])]);
    const phone = freshPhone();
    const { id } = await world.phone<{ id: string }>('POST', '/phones', { phone_number: phone, name: 'Iris' });
    await world.phone('POST', `/phones/${encodeURIComponent(id)}/messages`, { type: 'text', text: { body: 'enough' } });
    await until(async () => {
      const { body } = await world.api('GET /api/contacts', { query: { search: phone } });
      return body.data[0]?.opted_out_at != null;
    });
    await put(null);
  });

  test.each([
    ['a language twice', [word('en', ['a'], []), word('en', ['b'], [])], 'opt_out_words.1.language'],
    ['a word for both', [word('en', ['Stop'], []), word('de', [], ['STÓP!'])], 'opt_out_words.1.opt_in'],
    ['an empty word', [word('en', [' '], [])], 'opt_out_words.0.opt_out.0'],
    ['no language', [word('', ['a'], [])], 'opt_out_words.0.language'],
  ])('refuse %s', async (_what, words, field) => {
    const refused = await put(words);
    expect(refused).toMatchObject({ status: 422, body: { error: { data: [{ field }] } } });
  });
});

const asked = (text: string, country = 'GB') => findOptOutWord(text, defaultOptOutWords(country))?.asked ?? null;

describe('the default words', () => {
  test.each(['GB', 'AE', 'DE', 'ES', 'MX', 'FR', 'IN', 'ID', 'IT', 'NL', 'PL', 'BR', 'TR', 'CH', 'JP'])(
    'of an account in %s mean one thing each',
    (country) => {
      for (const { opt_out, opt_in } of defaultOptOutWords(country)) {
        for (const one of opt_out) expect(asked(one.toLowerCase(), country)).toBe('opt_out');
        for (const one of opt_in) expect(asked(`${one}.`, country)).toBe('opt_in');
      }
    },
  );

  test.each([
    ['GB', ['en']],
    ['DE', ['de', 'en']],
    ['MX', ['es', 'en']],
    ['CH', ['de', 'fr', 'it', 'en']],
    ['JP', ['en']],
  ])('of %s are those of its languages, and English', (country, languages) => {
    expect(defaultOptOutWords(country).map(({ language }) => language)).toEqual(languages);
  });

  // Ordinary answers: priority “baja”, Turkish “wait”, Portuguese “go back”, German “sign me up”.
  test.each(['Baja', 'dur', 'Voltar', 'Alta', 'anmelden', 'ferma', 'mulai', 'ابدأ'])(
    'do not take “%s” for one in another country',
    (text) => expect(asked(text)).toBeNull(),
  );

  test.each([
    ['ES', 'Alta'],
    ['BR', 'Voltar'],
    ['DE', 'anmelden'],
    ['FR', 'reprendre'],
    ['TR', 'başla'],
    ['PL', 'zapisz'],
    ['ID', 'mulai'],
    ['IT', 'iscrivi'],
  ])('opt nobody in again in %s with “%s”, which answers questions too', (country, text) => {
    expect(asked(text, country)).toBeNull();
  });

  test.each([
    'STOP',
    'stop.',
    'Stop!',
    ' «stop» ',
    'stop 🙏',
    'stop 🙏🏽',
    '❤️ stop ❤️',
    'stop 👩‍👩‍👧',
    '\u200fSTOP\u200f',
    'ＳＴＯＰ',
    'Stóp',
    '*stop*',
    'stop…',
  ])('are heard in “%s”', (text) => expect(asked(text)).toBe('opt_out'));

  test.each(['stop it', 'please stop', 'stop order 12', 'bus stop', 'nonstop', '🛑', ''])(
    'are not heard in “%s”: only the whole message counts',
    (text) => expect(asked(text)).toBeNull(),
  );
});

function word(language: string, opt_out: string[], opt_in: string[]) {
  return { language, opt_out, opt_in };
}
