import { expect, test } from 'vitest';
import { toWhatsAppFormat } from './whatsapp-format.ts';

// What language models write, and what WhatsApp shows as meant: https://faq.whatsapp.com/539178204879377
test.each([
  ['**Open** until 5', '*Open* until 5'],
  ['__Open__ until 5', '*Open* until 5'],
  ['***Now***', '*_Now_*'],
  ['**Open** and *soon*', '*Open* and _soon_'],
  ['*bold* as WhatsApp has it', '*bold* as WhatsApp has it'],
  ['_soon_ and ~old~', '_soon_ and ~old~'],
  ['~~9~~ 7 euros', '~9~ 7 euros'],
  ['# Hours\nMonday', '*Hours*\nMonday'],
  ['### **Hours**', '*Hours*'],
  ['See [our page](https://shop.example/a).', 'See our page: https://shop.example/a.'],
  ['[https://shop.example](https://shop.example)', 'https://shop.example'],
  ['[Write us](mailto:shop@shop.example)', 'Write us: shop@shop.example'],
  ['![Map](https://shop.example/m.png)', 'Map: https://shop.example/m.png'],
  ['* one\n* two', '- one\n- two'],
  ['- one\n  + two', '- one\n  - two'],
  ['1. one\n2. two', '1. one\n2. two'],
  ['One\n\n---\n\nTwo', 'One\n\nTwo'],
  ['`a**b**`', '`a**b**`'],
  ['```js\nx ** 2\n```', '```\nx ** 2\n```'],
  ['2 * 3 * 4 = 24, 5 # 6', '2 * 3 * 4 = 24, 5 # 6'],
  ['snake__case__name', 'snake__case__name'],
  ['#1 choice, order #17', '#1 choice, order #17'],
])('%j reads %j', (given, wanted) => {
  expect(toWhatsAppFormat(given)).toBe(wanted);
  expect(toWhatsAppFormat(wanted)).toBe(wanted);
});
