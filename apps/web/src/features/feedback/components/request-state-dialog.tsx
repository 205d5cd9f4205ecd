import { useLingui } from '@lingui/react/macro';
import type { FeatureRequest, RequestState } from '@parley/contract/types';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { changeFeatureRequest, useFeatureRequests } from '../data/feature-requests.ts';
import { requestStateLabels } from './request-words.ts';

const states: readonly RequestState[] = ['open', 'planned', 'doing', 'shipped', 'declined', 'duplicate'];

/** An Admin's answer to a feature request. */
export function RequestStateDialog({ request, onClose }: { request: FeatureRequest; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { data: otherRequests = [] } = useFeatureRequests('', null);
  const form = useForm({
    initial: {
      state: request.state as string,
      state_note: request.state_note ?? '',
      duplicate_of: request.duplicate_of?.id ?? '',
    },
    check: ({ state, duplicate_of: original }) =>
      state === 'duplicate' && original === '' ? { duplicate_of: t`Choose the request to keep.` } : {},
    send: async ({ state, state_note: note, duplicate_of: original }) => {
      await changeFeatureRequest(request.id, {
        state: state as RequestState,
        state_note: note.trim() === '' ? null : note.trim(),
        ...(state === 'duplicate' ? { duplicate_of: original } : {}),
      });
      toast({ message: t`Feature request updated` });
      onClose();
    },
  });
  return (
    <Dialog
      title={request.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="request-state" variant="filled" busy={form.busy}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id="request-state" onSubmit={form.submit}>
        <SelectField
          label={t`State`}
          choices={states.map((value) => ({ value, label: i18n._(requestStateLabels[value]) }))}
          value={form.values.state}
          onChange={(value) => form.set('state', value)}
        />
        {form.values.state === 'duplicate' && (
          <SelectField
            label={t`Duplicate of`}
            error={form.errors.duplicate_of ?? null}
            choices={otherRequests
              .filter(({ id }) => id !== request.id)
              .map(({ id, title }) => ({ value: id, label: title }))}
            value={form.values.duplicate_of}
            onChange={(value) => form.set('duplicate_of', value)}
          />
        )}
        <TextField label={t`Answer`} note={t`optional`} maxLength={300} {...form.text('state_note')} />
        <FormError>{form.problem}</FormError>
      </Form>
    </Dialog>
  );
}
