import { useLingui } from '@lingui/react/macro';
import { templateSlots } from '@parley/contract/template-fill';
import { useState } from 'react';
import type { GallerySection } from '../../gallery/section.ts';
import { Banner } from '../../ui/banner.tsx';
import { sampleTemplates } from './sample-templates.ts';
import { SlotField } from './slot-field.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { exampleDisplay, TemplatePreview } from './template-preview.tsx';
import styles from './templates.module.css';
import { useStatusWords } from './use-status-words.ts';

const nothing = () => undefined;
const [reminder, offer] = sampleTemplates;
const person = { name: 'Amara Okafor', phone_number: '447700900118', custom_fields: { Bike: 'Heron 5' } };

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'templates', title: t`Templates to choose from`, states: <Choices /> },
    { id: 'template-values', title: t`Values of a template`, states: <Values /> },
    { id: 'template-previews', title: t`How a template will look`, states: <Previews /> },
    { id: 'template-standing', title: t`Why a template is not offered`, states: <Standing /> },
  ];
}

function Choices() {
  const paused = { id: 'gone', name: 'order_ready', language: 'en_US' };
  return (
    <>
      <TemplateChoice
        templates={sampleTemplates}
        defaultOf={
          reminder === undefined ? null : { id: reminder.id, name: reminder.name, language: reminder.language }
        }
        before={null}
        onChoose={nothing}
      />
      <TemplateChoice templates={sampleTemplates.slice(1, 2)} defaultOf={paused} before={null} onChoose={nothing} />
    </>
  );
}

function Values() {
  const { t } = useLingui();
  const [values, setValues] = useState<Record<string, string>>({ 'body.1': 'Amara' });
  return (
    <div className={styles.fill}>
      {[reminder, offer].flatMap((template) =>
        template === undefined
          ? []
          : templateSlots(template).map((slot) => (
              <SlotField
                key={`${template.id} ${slot.key}`}
                slot={slot}
                first={false}
                value={values[slot.key] ?? ''}
                error={slot.key === 'body.2' ? t`Write what is to stand here.` : null}
                person={person}
                customFields={['Bike']}
                onChange={(value) => setValues({ ...values, [slot.key]: value })}
              />
            )),
      )}
    </div>
  );
}

function Previews() {
  return sampleTemplates.map((template) => (
    <TemplatePreview key={template.id} label={template.name} name={template.name} display={exampleDisplay(template)} />
  ));
}

function Standing() {
  const words = useStatusWords();
  return [undefined, 'PAUSED', 'DISABLED', 'REJECTED', 'PENDING', 'IN_APPEAL'].map((status) => (
    <Banner key={status ?? 'gone'} tone="warn">
      {words('order_ready', status === undefined || reminder === undefined ? undefined : { ...reminder, status })}
    </Banner>
  ));
}
