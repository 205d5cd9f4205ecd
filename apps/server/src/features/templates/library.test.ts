import { writeContent } from '@parley/contract/template-content';
import { libraryContent, libraryLanguages, templateLibrary } from '@parley/contract/template-library';
import { lintTemplate } from '@parley/contract/template-lint';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testWorld, until, type World } from '../../testing/world.ts';

// WhatsApp takes 100 new templates an hour: each language has an account of its own.
let world: World;
beforeEach(async () => {
  world = await testWorld();
  await world.phone('POST', '/faults', { review_ms: 1 });
});
afterEach(() => world.close());

test.each(libraryLanguages)('passes the check and the review as it is: %s', { timeout: 240_000 }, async (language) => {
  for (const template of templateLibrary) {
    const { name, category } = template;
    const content = libraryContent(template, language);
    expect([name, lintTemplate({ name, category, content })]).toEqual([name, []]);
    const draft = { channel_id: world.channelId, name: `lib_${name}`, language, category, submit: true };
    const made = await world.api('POST /api/templates', { body: { ...draft, ...writeContent(content, category) } });
    expect([name, made.status]).toEqual([name, 201]);
    await until(async () => {
      const { body } = await world.api('GET /api/templates/{id}', { params: { id: made.body.id } });
      return body.status === 'ACTIVE';
    });
  }
});
