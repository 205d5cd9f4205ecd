import { describe, expect, test } from 'vitest';
import { suggestMapping } from './mapping-rules.ts';

type Columns = Record<string, readonly string[]>;

const suggest = (columns: Columns | [string, readonly string[]][], country = 'GB', known: string[] = []) =>
  suggestMapping(
    (Array.isArray(columns) ? columns : Object.entries(columns)).map(([name, samples]) => ({ name, samples })),
    country,
    known,
  ).map(({ suggestion }) => suggestion);
const targets = (columns: Columns | [string, readonly string[]][], country?: string) =>
  suggest(columns, country).map(({ target }) => target);

describe('the column of phone numbers', () => {
  test.each([
    ['BR', 'Telefone', '(11) 98765-4321'],
    ['BR', 'Celular do cliente', '11987654321'],
    ['ES', 'Móvil', '612 34 56 78'],
    ['FR', 'Numéro de téléphone', '06 12 34 56 78'],
    ['FR', 'N° de portable', '0612345678'],
    ['IN', 'Mobile No.', '98765 43210'],
    ['IN', 'टेलीफ़ोन', '9876543210'],
    ['IN', 'मोबाइल नंबर', '+91 98765 43210'],
    ['DE', 'Handy', '0151 23456789'],
    ['IT', 'Cellulare', '312 345 6789'],
    ['PL', 'Numer telefonu', '512 345 678'],
    ['RU', 'Номер телефона', '8 912 345-67-89'],
    ['TR', 'Cep Telefonu', '0532 123 45 67'],
    ['SA', 'رقم الجوال', '0512345678'],
    ['ID', 'No. HP', '0812-3456-7890'],
    ['JP', '携帯電話番号', '090-1234-5678'],
    ['GB', 'WhatsApp', '+447700900123'],
  ])('is found by its name, in %s: %s', (country, name, number) => {
    const columns = { 'Customer code': ['4470001', '4470002'], [name]: [number], Note: ['at noon'] };
    expect(targets(columns, country)).toEqual(['field', 'phone', 'field']);
  });

  test('is found by its numbers where the name says nothing, and is never a code', () => {
    const codes = ['9876500001', '9876500002'];
    const numbers = ['9876543210', '9123456780'];
    expect(targets({ 'Customer code': codes, A: numbers }, 'IN')).toEqual(['field', 'phone']);
    expect(targets({ 'Código do cliente': codes, B: numbers }, 'IN')).toEqual(['field', 'phone']);
    expect(targets({ 'Customer code': codes, Name: ['Ada'] }, 'IN')).toEqual(['field', 'name']);
    expect(targets({ Number: ['17', '18'], A: numbers }, 'IN')).toEqual(['field', 'phone']);
    expect(targets({ Amount: ['1250.00', '99.95'], Joined: ['2026-01-02'] }, 'GB')).toEqual(['field', 'field']);
  });

  test.each(['رقم الجوال', 'الهاتف', 'מספר הטלפון', '联系电话', '휴대폰번호', 'Telefone (WhatsApp)'])(
    'is known by its name alone: %s',
    (name) => {
      expect(targets([[name, []]])).toEqual(['phone']);
    },
  );

  test('is the one for mobiles, and the one with numbers in it', () => {
    const [landline, mobile] = [['020 7946 0018'], ['07700 900123']];
    expect(targets({ Phone: landline, Mobile: mobile })).toEqual(['field', 'phone']);
    expect(targets({ 'Home phone': landline, Phone: mobile })).toEqual(['field', 'phone']);
    expect(targets({ WhatsApp: [], Phone: mobile })).toEqual(['ignore', 'phone']);
    expect(targets({ Phone: mobile, Fax: landline })).toEqual(['phone', 'field']);
    expect(targets({ Phone: [], Name: [] })).toEqual(['phone', 'name']);
  });
});

describe('names', () => {
  test.each([
    ['Nom', ['name']],
    ['Nome', ['name']],
    ['Nombre', ['name']],
    ['الاسم', ['name']],
    ['नाम', ['name']],
    ['Prénom,Nom', ['first_name', 'last_name']],
    ['Vorname,Name', ['first_name', 'last_name']],
    ['Nombre,Apellidos', ['first_name', 'last_name']],
    ['Nome,Cognome', ['first_name', 'last_name']],
    ['Ad,Soyad', ['first_name', 'last_name']],
    ['Name,First name,Last name', ['name', 'first_name', 'last_name']],
  ])('%s', (header, found) => {
    expect(targets(header.split(',').map((name) => [name, ['Ada']]))).toEqual(found);
  });
});

test('two columns never point at one field', () => {
  const twice = (columns: [string, readonly string[]][], known: string[] = []) =>
    suggest(columns, 'GB', known).map(({ field }) => field);
  expect(
    twice([
      ['Note', ['a']],
      ['Note', ['b']],
      ['note ', ['c']],
    ]),
  ).toEqual(['Note', 'Note 2', 'note 3']);
  expect(
    twice(
      [
        ['Size', ['a']],
        ['size', ['b']],
      ],
      ['Size'],
    ),
  ).toEqual(['Size', 'Size 2']);
  const long = 'An answer to a question that nobody asked us, number';
  const cut = twice([
    [`${long} 1`, ['a']],
    [`${long} 2`, ['b']],
  ]);
  expect(new Set(cut).size).toBe(2);
  expect(cut.every((name) => (name ?? '').length <= 40)).toBe(true);
});
