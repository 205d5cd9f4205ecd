import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { HelpTextPreview } from '@parley/contract/types';
import { useState } from 'react';
import { listText } from '../../../platform/formats.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useLeaveQuestion } from '../../../ui/layer/leave-guard.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { importHelpTexts } from '../data/ai-settings.ts';
import styles from './ai.module.css';

type Text = HelpTextPreview['texts'][number] & { chosen: boolean };

/** Which texts of a page or file are imported, and under what titles. */
export function HelpTextChoice(props: { preview: HelpTextPreview; onBack: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const { preview, onBack, onClose } = props;
  const { source, left_out: leftOut, replaces } = preview;
  // Created once, so that submitting again after a lost answer imports once.
  const [id] = useState(() => uuidv7());
  const [initial] = useState(() => ({ texts: preview.texts.map((text) => ({ ...text, chosen: !text.kept })) }));
  const form = useForm<{ texts: readonly Text[] }>({
    initial,
    check: ({ texts }) => {
      const chosen = texts.filter((text) => text.chosen);
      if (chosen.length === 0) return { texts: t`Choose at least one text.` };
      return chosen.some(({ title }) => title.trim() === '') ? { texts: t`Enter a title for each text.` } : {};
    },
    send: async ({ texts }) => {
      const given = texts.filter((text) => text.chosen || text.kept);
      const { imported, kept } = await importHelpTexts({
        id,
        source,
        texts: given.map(({ section, title, body }) => ({ section, title, body })),
      });
      const names = listText(kept);
      const done = t`${plural(imported, { one: '# help text imported', other: '# help texts imported' })}`;
      toast({ message: kept.length === 0 ? done : t`${done}. Kept because they were edited: ${names}` });
      onClose();
    },
  });
  const { texts } = form.values;
  const change = (section: string, to: Partial<Text>) =>
    form.set(
      'texts',
      texts.map((text) => (text.section === section ? { ...text, ...to } : text)),
    );
  const count = texts.filter(({ chosen }) => chosen).length;
  const { leave, question } = useLeaveQuestion(t`Leave without importing?`, () => form.changed && !form.busy, onClose);
  return (
    <Dialog
      title={t`Choose help texts`}
      size="lg"
      lightDismiss={false}
      onClose={leave}
      footer={
        <>
          <Button onClick={onBack}>{t`Back`}</Button>
          <Button variant="filled" busy={form.busy} onClick={() => void form.submit()}>
            {t`${plural(count, { one: 'Import # text', other: 'Import # texts' })}`}
          </Button>
        </>
      }
    >
      <Form onSubmit={form.submit}>
        <p className={styles.origin}>{source.name}</p>
        {replaces > 0 && (
          <p>
            {t`${plural(replaces, { one: '# text imported from here before is replaced.', other: '# texts imported from here before are replaced.' })}`}
          </p>
        )}
        {leftOut > 0 && (
          <p>
            {t`${plural(leftOut, { one: '# more text doesn’t fit: an account has up to 500.', other: '# more texts don’t fit: an account has up to 500.' })}`}
          </p>
        )}
        <ul className={styles.found}>
          {texts.map((text) => (
            <li key={text.section}>
              <Checkbox
                aria-label={t`Import ${text.section}`}
                checked={text.chosen}
                disabled={text.kept}
                onChange={(event) => change(text.section, { chosen: event.target.checked })}
              />
              <TextField
                label={t`Title`}
                dir="auto"
                autoComplete="off"
                maxLength={200}
                value={text.title}
                disabled={!text.chosen}
                help={text.kept ? t`Edited by hand, so it stays as it is.` : undefined}
                onChange={(event) => change(text.section, { title: event.target.value })}
              />
              <p dir="auto">{text.body}</p>
            </li>
          ))}
        </ul>
        <FormError>{form.errors.texts ?? form.problem}</FormError>
      </Form>
      {question}
    </Dialog>
  );
}
