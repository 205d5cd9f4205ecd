import { expect, test } from 'vitest';
import { momentOf, OrderFinder } from './chat-dates.ts';
import { readChatContent, readChatLine } from './chat-line.ts';

const forms: Array<[string, number[], number[], string]> = [
  ['[12/31/23, 9:41:03\u202fPM] Ana Ruiz: Happy new year', [12, 31, 23], [21, 41, 3], 'Ana Ruiz'],
  ['\u200e[31/12/2023, 21:41:03] Ana Ruiz: \u200eimage omitted', [31, 12, 2023], [21, 41, 3], 'Ana Ruiz'],
  ['12/31/23, 12:05 AM - Ana: Hi', [12, 31, 23], [0, 5, 0], 'Ana'],
  ['31/12/2023, 21:41 - +44 7700 900123: Hello: there', [31, 12, 2023], [21, 41, 0], '+44 7700 900123'],
  ['31.12.23, 21:41 - Jürgen: Guten Rutsch', [31, 12, 23], [21, 41, 0], 'Jürgen'],
  ['[31.12.23, 21:41:03] Jürgen: Ja', [31, 12, 23], [21, 41, 3], 'Jürgen'],
  ['31/12/23, 9:41 p.\u00a0m. - Lucía: Hola', [31, 12, 23], [21, 41, 0], 'Lucía'],
  ['2023-12-31, 21:41 - Karin: Hej', [2023, 12, 31], [21, 41, 0], 'Karin'],
  ['2023. 12. 31. 오후 9:41 - 민지: 안녕', [2023, 12, 31], [21, 41, 0], '민지'],
  ['[2023/12/31 21:41:03] 美咲: こんにちは', [2023, 12, 31], [21, 41, 3], '美咲'],
  ['٣١/١٢/٢٠٢٣، ٩:٤١ م - ليلى: مرحبا', [31, 12, 2023], [21, 41, 0], 'ليلى'],
  ['[31/12/23 21.41.03] ~ Luca: Ciao', [31, 12, 23], [21, 41, 3], 'Luca'],
];

test.each(forms)('reads the beginning of %s', (line, date, time, name) => {
  const read = readChatLine(line);
  expect(read?.written).toEqual({ date, time });
  expect(read?.name).toBe(name);
});

test.each([
  'Just a line of a message',
  '12/31/23 was a good day: really',
  '- 9:41 then',
  '[not a date] Ana: Hi',
  '45:12 - late',
])('takes %s for a line of the message above', (line) => {
  expect(readChatLine(line)).toBeNull();
});

test('tells notes of WhatsApp from messages', () => {
  expect(readChatContent('This message was deleted', false, () => false)).toBeNull();
  expect(readChatContent('This message was deleted by nobody', false, () => false)).not.toBeNull();
  expect(readChatLine('31/12/2023, 21:41 - Messages and calls are end-to-end encrypted.')?.name).toBeNull();
  const marked = readChatLine('[31/12/23, 21:41:03] Ana: \u200eMessages and calls are end-to-end encrypted.');
  expect(marked?.marked).toBe(true);
  expect(readChatContent(marked?.text ?? '', true, () => false)).toBeNull();
});

test.each([
  ['\u200e<attached: 00000012-PHOTO-2023.jpg>', true, { text: '', file: '00000012-PHOTO-2023.jpg' }],
  [
    'Invoice • \u200e3 pages \u200e<Anhang: Rechnung 7.pdf>',
    false,
    { text: 'Invoice • 3 pages', file: 'Rechnung 7.pdf' },
  ],
  [
    '\u200eIMG-20231231-WA0001.jpg (file attached)\nOur new door',
    true,
    { text: 'Our new door', file: 'IMG-20231231-WA0001.jpg' },
  ],
  ['My report.docx (archivo adjunto)', false, { text: '', file: 'My report.docx' }],
  ['notes.txt (see above)', false, { text: 'notes.txt (see above)' }],
  ['<Media omitted>', false, { text: '', omitted: 'document' }],
  ['\u200eBild weggelassen', true, { text: '', omitted: 'image' }],
  ['\u200evideo omitted', true, { text: '', omitted: 'video' }],
  ['\u200eáudio ocultado', true, { text: '', omitted: 'audio' }],
  ['\u200esticker omitido', true, { text: '', omitted: 'sticker' }],
  ['\u200edocument omitted', true, { text: '', omitted: 'document' }],
  [
    'Location: https://maps.google.com/?q=51.5007,-0.1246',
    false,
    { text: '', location: { latitude: 51.5007, longitude: -0.1246 } },
  ],
  ['Three at noon \u200e<This message was edited>', false, { text: 'Three at noon' }],
  ['a <b> c', false, { text: 'a <b> c' }],
])('reads the content %s', (text, marked, content) => {
  expect(readChatContent(text, marked, (name) => name === 'My report.docx')).toEqual(content);
});

test('finds the order of day and month, and says when it does not know', () => {
  const orderOf = (dates: Array<[number, number, number]>, separator = '/') => {
    const finder = new OrderFinder();
    for (const date of dates) finder.add(date, separator);
    return finder.find('month_first');
  };
  expect(
    orderOf([
      [1, 2, 24],
      [13, 2, 24],
    ]),
  ).toEqual({ order: 'day_first', certain: true });
  expect(orderOf([[1, 13, 24]])).toEqual({ order: 'month_first', certain: true });
  expect(orderOf([[2024, 1, 2]])).toEqual({ order: 'year_first', certain: true });
  expect(orderOf([[1, 2, 24]], '.')).toEqual({ order: 'day_first', certain: true });
  // 1 to 4 February, where the other order would go back.
  expect(
    orderOf([
      [11, 1, 24],
      [12, 1, 24],
      [1, 2, 24],
      [2, 2, 24],
    ]),
  ).toEqual({ order: 'day_first', certain: true });
  expect(
    orderOf([
      [1, 2, 24],
      [1, 2, 24],
    ]),
  ).toEqual({ order: 'month_first', certain: false });
});

test('a time is that of the phone’s zone', () => {
  const written = { date: [31, 12, 23], time: [21, 41, 3] } as const;
  expect(momentOf(written, 'day_first', 'Asia/Kolkata')).toBe(Date.parse('2023-12-31T16:11:03Z'));
  expect(momentOf(written, 'month_first', 'UTC')).toBeNull();
});
