import { describe, expect, it } from 'vitest';
import { findWordsInComments, findWordsInDocuments, findWordsInNames, findWordsInTexts } from './words.ts';

const file = (text: string, path = 'apps/server/src/features/orders/orders.ts') => [{ path, text }];

describe('a forbidden word in a name', () => {
  it.each([
    ['of a function', 'export async function sendLetter() {}', 'Letter'],
    ['of a type', 'export type OrderTally = number;', 'Tally'],
    ['of a constant', 'export const lane_limit = 1;', 'lane'],
    ['behind capitals', 'export const APILetter = 1;', 'Letter'],
  ])('is found: %s', (_what, text, word) => {
    expect(findWordsInNames(file(text), {})).toEqual([expect.stringContaining(`has "${word}": use `)]);
  });

  it('is found in the name of a file, a table, a column and a function of the database', () => {
    expect(findWordsInNames(file('', 'apps/web/src/features/orders/crowd-list.tsx'), {})).toHaveLength(1);
    const text = `create table intake_rows (\n  id uuid,\n  "lane" bigint not null,\n  roads text\n);
create function heal_rows() returns int language sql as $$ select 1 $$;`;
    const found = findWordsInNames(file(text, 'apps/server/migrations/17_orders.sql'), {});
    expect(found.map((each) => /has "(\w+)"/.exec(each)?.[1])).toEqual(['intake', 'lane', 'roads', 'heal']);
  });

  it('is found in a local name, once', () => {
    expect(findWordsInNames(file('let lane = 1;\nlane = 2;\nfunction tallyRows() {}'), {})).toHaveLength(2);
    expect(findWordsInNames(file('export const lane = 1;'), {})).toHaveLength(1);
  });

  it.each([
    ['of a parameter', 'function run(lane: number) {}'],
    ['of an arrow function', 'const run = (lane = 1) => 1;'],
    ['of a callback', 'run((lane) => 1);'],
    ['of a destructured property', 'const { lane } = run();'],
    ['that a destructured property gets', 'const { partition: lane } = run();'],
    ['of an element', 'const [first, ...lanes] = run();'],
    ['of a member of a type', 'type Order = { lane?: number };'],
    ['of a method of an interface', 'interface Order { heal(): void }'],
    ['of a field of a class', 'class Order { lane = 1; }'],
    ['of a private method', 'class Order { #heal() {} }'],
    ['of a parameter that is a field', 'class Order { constructor(readonly lane: number) {} }'],
  ])('is found: %s', (_what, text) => {
    expect(findWordsInNames(file(text), {})).toHaveLength(1);
  });

  it('is found in a component', () => {
    const text = 'const Row = ({ lane }: Props) => <p>{lane}</p>;';
    expect(findWordsInNames(file(text, 'apps/web/src/features/orders/row.tsx'), {})).toHaveLength(1);
  });

  it('is not: a property that is read under another name', () => {
    expect(findWordsInNames(file('const { lane: partition } = run();'), {})).toEqual([]);
  });

  it('is not: parts of other words, and what is allowed', () => {
    expect(findWordsInNames(file('const heldBack = 1;'), { heldBack: 'a reason' })).toEqual([]);
    expect(findWordsInNames(file('export const planet = 1;\nexport const broadcast = 1;'), {})).toEqual([]);
    expect(findWordsInNames(file('export const sendLetter = 1;'), { sendLetter: 'a reason' })).toEqual([]);
  });
});

describe('a forbidden word in a text', () => {
  it.each([
    ['of an error', "throw new AppError('not_found', { message: 'This letter was not found.' });"],
    ['of a log line', "log.warn({ err }, 'a lane was interrupted');"],
    ['of a template', 'const text = `the lane of $' + '{name} has stopped`;'],
    ['of a statement name', "statement('orders_lane_list', text);"],
  ])('is found: %s', (_what, text) => {
    expect(findWordsInTexts(file(text), {})).toHaveLength(1);
  });

  it.each([
    ['a comment', '// The letter was sent, by hand.'],
    ['SQL', "statement('a.b', 'select lane from events where lane = $1')"],
    ['an import', "import { a } from './the/letter/of.ts';"],
    ['what is allowed', "const text = 'Small letters and digits.';"],
  ])('is not: %s', (_what, text) => {
    expect(findWordsInTexts(file(text), { 'Small letters and digits.': 'characters' })).toEqual([]);
  });
});

describe('a forbidden word in a comment or test title', () => {
  const path = 'apps/server/src/features/orders/orders.test.ts';
  it.each([
    ['of a line', '// Sent anew by hand.'],
    ['of several lines', '/**\n * One of its lanes.\n */'],
    ['of a test', "it('is sent anew', () => {});"],
    ['of a group', "test.describe('a lane', () => {});"],
    ['of a table', "it.each([1])('sends %i anew', () => {});"],
  ])('is found: %s', (_what, text) => {
    expect(findWordsInComments(file(text, path))).toHaveLength(1);
  });

  it.each([
    ['code in a comment', '// The stored name is `seer`.'],
    ['another text', "expect('a lane').toBe(1);"],
    ['a letter of the alphabet', '// Two letters.'],
  ])('is not: %s', (_what, text) => {
    expect(findWordsInComments(file(text, path))).toEqual([]);
  });
});

it('finds a forbidden word in a document, but not in its code', () => {
  const text = 'A letter was sent.\n`letter` and [it](./letter.md)\n```\nthe letter\n```\nThe road is long.';
  expect(findWordsInDocuments(file(text, 'docs/a.md'))).toEqual([
    expect.stringContaining('docs/a.md:1: "letter"'),
    expect.stringContaining('docs/a.md:6: "road"'),
  ]);
});
