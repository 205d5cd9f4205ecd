import { useLingui } from '@lingui/react/macro';
import { weekdays } from '@parley/contract/opening';
import type { SavedReport } from '@parley/contract/types';
import { useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { FieldRow, Form, FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useWeekdayName } from '../../../ui/use-weekday-name.ts';
import { useAccess, useAccount, useAccountTimeZone, useFindUser } from '../../sync/public.ts';
import { queryOf, type ReportAddress } from '../data/report-address.ts';
import { useDeleteReport, useSaveReport } from '../data/saved-reports-query.ts';

export type SavedReportDialogProps = {
  /** The report to change; null saves a new one. */
  saved: SavedReport | null;
  /** What the page shows now. */
  address: ReportAddress;
  /** With the id of a new report. */
  onSaved: (id: string) => void;
  onDeleted: () => void;
  onClose: () => void;
};

/** Saves what the page shows as a report, or changes a saved one; and whether it is emailed to the member. */
export function SavedReportDialog({ saved, address, onSaved, onDeleted, onClose }: SavedReportDialogProps) {
  const { t } = useLingui();
  const { uid } = useAccount().store;
  const { role } = useAccess();
  const findUser = useFindUser();
  const words = useServerErrorMessage();
  const save = useSaveReport();
  const remove = useDeleteReport();
  const [id] = useState(() => saved?.id ?? uuidv7());
  const [deleting, setDeleting] = useState(false);
  const mayChange = saved === null || saved.owner_id === uid || role !== 'User';
  const owner = saved === null ? undefined : findUser(saved.owner_id)?.name;
  const { values, errors, problem, busy, set, text, submit } = useForm({
    initial: {
      name: saved?.name ?? '',
      shared: saved?.shared ?? false,
      update: saved === null,
      emailed: Boolean(saved?.email),
      day: saved?.email?.day ?? weekdays[0],
      at: saved?.email?.at ?? '08:00',
    },
    check: ({ name }) => (mayChange && name.trim() === '' ? { name: t`Enter a name.` } : {}),
    send: async ({ name, shared, update, emailed, day, at }) => {
      const shown = update ? { query: queryOf(address) as SavedReport['query'], tables: address.tables } : {};
      const parts = mayChange ? { name: name.trim(), shared, ...shown } : {};
      await save(saved, { id, ...parts }, emailed ? { day, at } : null);
      toast({ message: t`Report saved` });
      onSaved(id);
    },
    serverNames: { query: 'emailed' },
  });
  const fixed = (values.update ? address.from : saved?.query.from) != null;
  return (
    <Dialog
      title={saved === null ? t`Save report` : mayChange ? t`Edit report` : saved.name}
      onClose={onClose}
      footer={
        <>
          {saved !== null && mayChange && (
            <Button variant="plain" onClick={() => setDeleting(true)}>{t`Delete report`}</Button>
          )}
          <Button variant="filled" type="submit" form={`report-${id}`} busy={busy}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id={`report-${id}`} onSubmit={submit}>
        <FormError>{problem ?? errors.emailed}</FormError>
        {mayChange ? (
          <>
            <TextField label={t`Name`} maxLength={60} {...text('name')} />
            <Checkbox checked={values.shared} onChange={({ target }) => set('shared', target.checked)}>
              {t`Share with everyone`}
            </Checkbox>
            {saved !== null && (
              <Checkbox checked={values.update} onChange={({ target }) => set('update', target.checked)}>
                {t`Use the current period and filters`}
              </Checkbox>
            )}
          </>
        ) : (
          <p>
            {owner === undefined
              ? t`Shared by a former member. Admins can change or delete this report.`
              : t`Shared by ${owner}. Only they and Admins can change or delete this report.`}
          </p>
        )}
        <EmailFields
          fixed={fixed}
          emailed={values.emailed}
          day={values.day}
          at={values.at}
          onChange={(part) => {
            if (part.emailed !== undefined) set('emailed', part.emailed);
            if (part.day !== undefined) set('day', part.day);
            if (part.at !== undefined) set('at', part.at);
          }}
        />
      </Form>
      {deleting && saved !== null && (
        <ConfirmDialog
          title={t`Delete the report ${saved.name}?`}
          confirm={t`Delete report`}
          keep={t`Keep report`}
          problem={words}
          onConfirm={async () => {
            await remove(saved.id);
            onDeleted();
          }}
          onClose={() => setDeleting(false)}
        >
          {saved.shared ? t`The report is deleted for everyone, with its emails.` : t`Its emails end too.`}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

type EmailChoice = { emailed: boolean; day: (typeof weekdays)[number]; at: string };

function EmailFields({
  fixed,
  emailed,
  day,
  at,
  onChange,
}: EmailChoice & { fixed: boolean; onChange: (part: Partial<EmailChoice>) => void }) {
  const { t } = useLingui();
  const nameOf = useWeekdayName();
  const zone = useAccountTimeZone();
  return (
    <>
      <Checkbox
        checked={emailed}
        disabled={fixed && !emailed}
        onChange={({ target }) => onChange({ emailed: target.checked })}
      >
        {t`Email it to me every week`}
      </Checkbox>
      {fixed && <p>{t`Only a report with a period, such as the last 7 days, can be emailed.`}</p>}
      {emailed && (
        <FieldRow>
          <SelectField
            label={t`Day`}
            choices={weekdays.map((one) => ({ value: one, label: nameOf(one) }))}
            value={day}
            onChange={(chosen) => {
              const found = weekdays.find((one) => one === chosen);
              if (found !== undefined) onChange({ day: found });
            }}
          />
          <TimeField label={t`Time`} help={zone} value={at} onChange={(time) => onChange({ at: time })} />
        </FieldRow>
      )}
    </>
  );
}
