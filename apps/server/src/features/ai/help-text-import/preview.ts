import { helpTextImportLimits } from '@parley/contract/help-text-limits';
import type { HelpTextPreview, HelpTextSource } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { invalid } from '../../../platform/errors.ts';
import { countHelpTexts, listImported } from './import-repo.ts';
import { type ReadAnswer, readText } from './read-text.ts';
import type { SplitText } from './split-texts.ts';
import type { TextKind } from './text-kind.ts';

const problems: Record<Extract<Awaited<ReturnType<typeof readText>>, { problem: string }>['problem'], string> = {
  password: 'This PDF is protected by a password. Save it without one.',
  damaged: 'This couldn’t be read: it is damaged.',
  too_much: 'This takes too long to read. Split it, or save it as text.',
};

/** What a page or file says. @param field of the error @throws AppError validation_failed, in words */
export async function textsOf(
  source: { kind: TextKind; bytes: Buffer; encoding: string; name: string },
  field: string,
): Promise<SplitText[]> {
  const { kind, bytes, encoding, name } = source;
  const answer: ReadAnswer | { problem: 'too_much' } = await readText(new Uint8Array(bytes), { kind, encoding, name });
  if ('problem' in answer) throw invalid(field, problems[answer.problem]);
  if (answer.texts.length > 0) return answer.texts;
  throw invalid(
    field,
    kind === 'pdf'
      ? 'This PDF has no text: its pages are pictures. Save it with text recognition.'
      : 'There is no text here. A page that a program builds in the browser can’t be read: save it as PDF.',
  );
}

/** What an import of the texts would do. */
export async function previewOf(
  tx: TenantTx,
  source: HelpTextSource,
  texts: readonly SplitText[],
): Promise<HelpTextPreview> {
  const earlier = new Map((await listImported(tx, source)).map((row) => [row.section, row]));
  const replaces = [...earlier.values()].filter(({ edited }) => !edited).length;
  let room = Math.max(0, helpTextImportLimits.texts - (await countHelpTexts(tx)) + replaces);
  const shown = texts.flatMap(({ section, body }) => {
    const row = earlier.get(section);
    const kept = row?.edited === true;
    if (!kept && room-- <= 0) return [];
    return [{ section, title: row?.title ?? section, body, kept }];
  });
  const most = shown.slice(0, helpTextImportLimits.texts);
  return { source, texts: most, left_out: texts.length - most.length, replaces };
}
