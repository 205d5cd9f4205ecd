import { useLingui } from '@lingui/react/macro';
import { malformedParts } from '@parley/contract/template-malformed';
import type { Template, TemplateUsage } from '@parley/contract/types';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { listText } from '../../../platform/formats.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { SidePanel } from '../../../ui/layer/side-panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useRows } from '../../sync/public.ts';
import { PermissionNote, useRefusal } from '../../team/public.ts';
import { exampleDisplay } from '../data/example-display.ts';
import { usePreview } from '../data/preview-context.ts';
import { invalidateTemplates } from '../data/template-lists.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';
import { useLanguageName } from '../data/use-language-name.ts';
import { useTemplateStatus } from '../data/use-template-status.ts';
import { DeleteTemplateDialog } from './delete-template-dialog.tsx';
import styles from './pages.module.css';
import { TemplateBadge } from './template-badge.tsx';
import { TemplateHistory } from './template-history.tsx';
import { UseList } from './use-list.tsx';

export type TemplatePanelProps = {
  template: Template;
  usage: Omit<TemplateUsage, 'template_id'>;
  onClose: () => void;
};

/** One template: preview, status with its reason, where it is used, results, and what can be done. */
export function TemplatePanel({ template, usage, onClose }: TemplatePanelProps) {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const Preview = usePreview();
  const language = useLanguageName();
  const category = useCategoryLabels();
  const { explanation, tone } = useTemplateStatus()(template);
  const { name, fetched_at: fetched } = template;
  const channel = useRows('channels').find(({ waba_id: waba }) => waba === template.waba_id);
  // A draft is still being written.
  const malformed = template.status === 'DRAFT' ? [] : malformedParts(template);
  const rate = (count: number) => {
    const figure = i18n.number(count);
    if (usage.sent === 0) return figure;
    return `${figure} · ${i18n.number(count / usage.sent, { style: 'percent', maximumFractionDigits: 0 })}`;
  };
  const facts: [string, string][] = [
    [t`Language`, language(template.language)],
    [t`Category`, category(template.category) || '–'],
    [t`Account`, template.waba_id],
    [t`Sent`, i18n.number(usage.sent)],
    [t`Delivered`, rate(usage.delivered)],
    [t`Read`, rate(usage.read)],
    [t`Tapped a button`, rate(usage.tapped)],
    [t`Replied`, rate(usage.replied)],
    [t`Failed`, i18n.number(usage.failed)],
    [t`Synced`, fetched === null ? '–' : days.exact(fetched)],
  ];
  return (
    <SidePanel title={name} onClose={onClose}>
      <div className={styles.panel}>
        <span>
          <TemplateBadge template={template} />
        </span>
        {explanation !== '' && (
          <Banner tone={tone === 'bad' ? 'bad' : tone === 'warn' ? 'warn' : 'info'}>
            {explanation}
            {template.status_reason !== null && ` (${template.status_reason})`}
          </Banner>
        )}
        {malformed.length > 0 && (
          <Banner tone="bad">
            {t`Can’t be sent: these parts aren’t in WhatsApp’s format: ${listText(malformed)}. Correct the template in WhatsApp Manager and sync.`}
          </Banner>
        )}
        {['REJECTED', 'DISABLED'].includes(template.status) && channel?.sandbox === false && (
          <p className={styles.quiet}>
            {t`You can appeal in WhatsApp Manager; the result appears here.`}{' '}
            <a
              href={`https://business.facebook.com/wa/manage/message-templates/?waba_id=${encodeURIComponent(template.waba_id)}`}
              target="_blank"
              rel="noreferrer"
            >{t`Open WhatsApp Manager`}</a>
          </p>
        )}
        {template.components !== null && (
          <Preview label={t`Preview of ${name}`} name={name} display={exampleDisplay(template)} />
        )}
        <PanelActions template={template} usage={usage} onClose={onClose} />
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <FactRow key={label} label={label} value={value} />
          ))}
          <dt>{t`Used in`}</dt>
          <dd>{usage.used_in.length === 0 ? t`Not used` : <UseList uses={usage.used_in} />}</dd>
        </dl>
        <p className={styles.quiet}>{t`Results of the last 30 days; replies within 72 hours of a message`}</p>
        {template.status !== 'DELETED' && <TemplateHistory template={template} />}
      </div>
    </SidePanel>
  );
}

function FactRow({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}

/** What can be done with it; members without the permission can send only. */
function PanelActions({ template, usage, onClose }: TemplatePanelProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const words = useServerErrorMessage();
  const edits = useRefusal('templates.edit') === null;
  const navigate = useNavigate();
  const channel = useRows('channels').find(({ waba_id: waba }) => waba === template.waba_id);
  const [deleting, setDeleting] = useState(false);
  const { id, name, status } = template;
  const isDeleted = status === 'DELETED';
  const canEdit = edits && !['DELETED', 'PENDING', 'IN_APPEAL', 'DISABLED', 'DEACTIVATED'].includes(status);
  const restore = async () => {
    try {
      await api('POST /api/templates/{id}/restore', { params: { id } });
      invalidateTemplates(client);
      onClose();
      toast({ message: t`${name} restored as a draft` });
    } catch (error) {
      toast({ message: words(error) });
    }
  };
  /** A broadcast is a draft from its first moment. */
  const broadcast = async () => {
    if (channel === undefined) return;
    const body = { id: uuidv7(), name, channel_id: channel.id, template_id: id };
    try {
      const made = await api('POST /api/campaigns', { body });
      await navigate({ to: '/broadcast', search: { id: made.id } });
    } catch (error) {
      toast({ message: words(error) });
    }
  };
  return (
    <div className={styles.actions}>
      {status === 'ACTIVE' && (
        <>
          <Link
            to="/compose"
            search={{ template: id, channel: channel?.id }}
            className={buttonClass({ variant: 'filled' })}
          >{t`Send`}</Link>
          <Button onClick={() => void broadcast()}>{t`Broadcast`}</Button>
        </>
      )}
      {canEdit && (
        <Link
          to="/templates/$id/edit"
          params={{ id }}
          className={buttonClass({ variant: status === 'ACTIVE' ? 'outlined' : 'filled' })}
        >
          {status === 'REJECTED' ? t`Fix and resubmit` : t`Edit`}
        </Link>
      )}
      {edits && template.components !== null && !isDeleted && (
        <Link to="/templates/add" search={{ from: id }} className={buttonClass()}>{t`Duplicate`}</Link>
      )}
      {edits && isDeleted && template.components !== null && (
        <Button variant="filled" onClick={() => void restore()}>{t`Restore as draft`}</Button>
      )}
      {edits && !isDeleted && <Button danger onClick={() => setDeleting(true)}>{t`Delete`}</Button>}
      {!edits && <PermissionNote right="templates.edit" />}
      {deleting && (
        <DeleteTemplateDialog
          template={template}
          uses={usage.used_in}
          onClose={() => setDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </div>
  );
}
