import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { hasLintErrors } from '@parley/contract/template-lint';
import type { Channel, Template } from '@parley/contract/types';
import { IconTemplate } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Banner } from '../../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { icon } from '../../../../ui/icon.ts';
import { IndieBar } from '../../../../ui/indie-bar.tsx';
import { LeaveGuard } from '../../../../ui/layer/leave-guard.tsx';
import { Page, PageBody } from '../../../../ui/page.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { useRow } from '../../../sync/public.ts';
import { canOptOut, withOptOut } from '../../data/opt-out.ts';
import { type EditorValues, useTemplateEditor } from '../../data/use-template-editor.ts';
import { useTemplateStatus } from '../../data/use-template-status.ts';
import { TemplateBadge } from '../template-badge.tsx';
import styles from './editor.module.css';
import { EditorPreview } from './editor-preview.tsx';
import { TemplateFields } from './template-fields.tsx';
import { TranslationBar } from './translation-bar.tsx';

const commands: Command[] = [
  { id: 'template.save', group: 'page', title: msg`Save draft`, keys: 'mod+s' },
  { id: 'template.submit', group: 'page', title: msg`Submit for review`, keys: 'mod+enter' },
];
const locked = ['PENDING', 'IN_APPEAL', 'DISABLED', 'DEACTIVATED'];

type TemplateEditorProps = {
  template: Template | null;
  initial: EditorValues;
  channels: readonly Channel[];
  /** The other languages of the same name, and this one. */
  translations: readonly Template[];
};

/** Writes a template beside a preview of it, and sends it to WhatsApp for review. */
export function TemplateEditor({ template: start, initial, channels, translations }: TemplateEditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useServerErrorMessage();
  const statusWords = useTemplateStatus();
  const phone = useBelow('md');
  const editor = useTemplateEditor(start, initial);
  const [tried, setTried] = useState(false);
  const { template, values, findings, busy, problem } = editor;
  // Reviews end while the page is open.
  const live = useRow('templates', template?.id ?? '') as Template | undefined;
  const current = live !== undefined && template !== null && live.version > template.version ? live : template;
  const isLocked = current !== null && locked.includes(current.status);
  const wrong = hasLintErrors(findings);
  const save = async () => {
    const saved = await editor.save();
    if (saved === null) return;
    toast({ message: t`Draft saved` });
    if (start === null) await navigate({ to: '/templates/$id/edit', params: { id: saved.id }, replace: true });
  };
  const submit = async () => {
    // What is missing is marked before it is looked for.
    flushSync(() => setTried(true));
    if (wrong) {
      document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    const submitted = await editor.submit();
    if (submitted === null) return;
    toast({ message: t`${submitted.name} submitted for review` });
    await navigate({ to: '/templates/whatsapp', search: { template: submitted.id } });
  };
  useCommands(commands, isLocked ? {} : { 'template.save': () => void save(), 'template.submit': () => void submit() });
  const title = start === null ? t`New template` : start.name;
  const reason = current === null ? '' : statusWords(current).explanation;
  return (
    <>
      <IndieBar icon={<IconTemplate {...icon} />} title={title} backTo="/templates/whatsapp">
        {current !== null && !phone && <TemplateBadge template={current} />}
        <Button busy={busy === 'save'} blocked={isLocked || busy !== null} onClick={() => void save()}>
          {t`Save draft`}
        </Button>
        <Button
          variant="filled"
          busy={busy === 'submit'}
          blocked={isLocked || busy !== null}
          onClick={() => void submit()}
        >
          {phone ? t`Submit` : t`Submit for review`}
        </Button>
      </IndieBar>
      <Page label={title}>
        {channels.length === 0 ? (
          <PageBody padded>
            <EmptyState
              title={t`No WhatsApp channel`}
              actions={<Link to="/channels/add" className={buttonClass({ variant: 'filled' })}>{t`Add channel`}</Link>}
            >
              <p>{t`Connect a WhatsApp number before you write templates for it.`}</p>
            </EmptyState>
          </PageBody>
        ) : (
          <div className={styles.editor}>
            <div className={styles.form}>
              {current !== null && phone && (
                <div>
                  <TemplateBadge template={current} />
                </div>
              )}
              {problem !== null && (
                <div role="alert">
                  <Banner tone="bad">{words(problem.error)}</Banner>
                </div>
              )}
              {isLocked ? (
                <Banner tone="info">
                  {current?.status === 'PENDING' || current?.status === 'IN_APPEAL'
                    ? t`WhatsApp is reviewing this template. You can change it after the review.`
                    : t`A disabled template can’t be changed. Duplicate it instead.`}
                </Banner>
              ) : current?.status === 'ACTIVE' ? (
                <Banner tone="warn">
                  {t`WhatsApp reviews each change, and the template can’t be sent meanwhile. Limits: 1 change per 24 hours, 10 per 30 days.`}
                </Banner>
              ) : (
                current !== null && current.status !== 'DRAFT' && reason !== '' && <Banner tone="bad">{reason}</Banner>
              )}
              {(start !== null || translations.length > 0) && (
                <TranslationBar translations={translations} currentId={start?.id ?? null} language={values.language} />
              )}
              <TemplateFields
                editor={editor}
                channels={channels}
                showAll={tried}
                isTranslation={start === null && translations.length > 0}
              />
            </div>
            <EditorPreview
              values={values}
              findings={findings}
              tried={tried}
              rest={translations.filter(({ id }) => id !== start?.id)}
              onOptOut={
                canOptOut(values.content) && !isLocked
                  ? () => editor.setContent({ buttons: withOptOut(values.content.buttons, values.language) })
                  : null
              }
            />
          </div>
        )}
      </Page>
      <LeaveGuard when={editor.changed && busy === null} title={t`Leave without saving?`}>
        <p>{t`Your changes to this template aren’t saved.`}</p>
      </LeaveGuard>
    </>
  );
}
