import { useLingui } from '@lingui/react/macro';
import type { BroadcastSettings } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Switch } from '../../../../ui/checkbox.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { FieldRow, Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { saveBroadcastSettings } from '../../data/broadcast-settings.ts';
import { amountOf, wholeOf } from '../../data/broadcast-settings-values.ts';
import styles from './business.module.css';

type DialogProps = { settings: BroadcastSettings; onClose: () => void };

/** Changes the settings for all broadcasts. */
export function BroadcastSettingsDialog({ settings, onClose }: DialogProps) {
  const { t } = useLingui();
  const id = useId();
  const { currency, version } = settings;
  const form = useForm({
    initial: {
      monthly_budget: settings.monthly_budget === null ? '' : String(settings.monthly_budget),
      warn_percent: String(settings.warn_percent),
      start_over_budget: settings.start_over_budget,
      hasLimit: settings.limit_messages !== null,
      limit_messages: String(settings.limit_messages ?? 2),
      limit_days: String(settings.limit_days ?? 7),
    },
    check: ({ monthly_budget, warn_percent, hasLimit, limit_messages, limit_days }) => ({
      ...(monthly_budget.trim() !== '' &&
        amountOf(monthly_budget) === null && { monthly_budget: t`Enter an amount, such as 250 or 99.50.` }),
      ...(wholeOf(warn_percent, 100) === null && { warn_percent: t`Enter a number from 1 to 100.` }),
      ...(hasLimit && wholeOf(limit_messages, 100) === null && { limit_messages: t`Enter a number from 1 to 100.` }),
      ...(hasLimit && wholeOf(limit_days, 90) === null && { limit_days: t`Enter a number from 1 to 90.` }),
    }),
    send: async ({ monthly_budget, warn_percent, start_over_budget, hasLimit, limit_messages, limit_days }) => {
      await saveBroadcastSettings({
        monthly_budget: amountOf(monthly_budget),
        warn_percent: wholeOf(warn_percent, 100) ?? settings.warn_percent,
        limit_messages: hasLimit ? wholeOf(limit_messages, 100) : null,
        limit_days: hasLimit ? wholeOf(limit_days, 90) : null,
        ...{ start_over_budget, version },
      });
      toast({ message: t`Broadcast settings saved` });
      onClose();
    },
  });
  return (
    <Dialog
      title={t`Broadcasts`}
      lightDismiss={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={id} variant="filled" busy={form.busy}>{t`Save`}</Button>
        </>
      }
    >
      <Form id={id} onSubmit={form.submit}>
        <div className={styles.form}>
          <FormError>{form.problem}</FormError>
          {currency === null ? (
            <p className={styles.quiet}>
              {t`A budget needs rates: enter what WhatsApp charges you.`} <Link to="/reports">{t`Open reports`}</Link>
            </p>
          ) : (
            <>
              <div className={styles.amount}>
                <TextField
                  label={t`Monthly budget (${currency})`}
                  note={t`optional`}
                  help={t`Empty: no budget.`}
                  inputMode="decimal"
                  autoComplete="off"
                  value={form.values.monthly_budget}
                  error={form.errors.monthly_budget ?? null}
                  onChange={(event) => form.set('monthly_budget', event.target.value)}
                />
              </div>
              <div className={styles.amount}>
                <TextField
                  label={t`Warn from (%)`}
                  inputMode="numeric"
                  autoComplete="off"
                  value={form.values.warn_percent}
                  error={form.errors.warn_percent ?? null}
                  onChange={(event) => form.set('warn_percent', event.target.value)}
                />
              </div>
              <Switch
                checked={form.values.start_over_budget}
                onChange={(on) => form.set('start_over_budget', on)}
              >{t`Start broadcasts that may exceed the budget; they pause when it is reached`}</Switch>
            </>
          )}
          <Switch
            checked={form.values.hasLimit}
            onChange={(on) => form.set('hasLimit', on)}
          >{t`Limit marketing messages per contact`}</Switch>
          {form.values.hasLimit && (
            <FieldRow>
              <TextField
                label={t`At most messages`}
                inputMode="numeric"
                autoComplete="off"
                value={form.values.limit_messages}
                error={form.errors.limit_messages ?? null}
                onChange={(event) => form.set('limit_messages', event.target.value)}
              />
              <TextField
                label={t`In days`}
                inputMode="numeric"
                autoComplete="off"
                value={form.values.limit_days}
                error={form.errors.limit_days ?? null}
                onChange={(event) => form.set('limit_days', event.target.value)}
              />
            </FieldRow>
          )}
        </div>
      </Form>
    </Dialog>
  );
}
