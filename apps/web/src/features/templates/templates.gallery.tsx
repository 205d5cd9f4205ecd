import { useLingui } from '@lingui/react/macro';
import { listTemplateVariables } from '@parley/contract/template-fill';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { FrequentTemplateList } from './components/frequent-templates.tsx';
import { TemplateChoice } from './components/template-choice.tsx';
import styles from './components/templates.module.css';
import { VariableField } from './components/variable-field.tsx';
import { sampleTemplates } from './data/sample-templates.ts';
import { useStatusText } from './data/use-status-text.ts';

const nothing = () => undefined;
const [reminder, offer, carousel, sale] = sampleTemplates;
const contact = { name: 'Amara Okafor', phone_number: '447700900118', custom_fields: { Bike: 'Heron 5' } };

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'templates', title: t`Templates to choose from`, states: <Choices /> },
    { id: 'template-values', title: t`Values of a template`, states: <Values /> },
    { id: 'template-status', title: t`Why a template is not offered`, states: <StatusTexts /> },
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
      <FrequentTemplateList
        templates={sampleTemplates.slice(0, 3)}
        valuesOf={() => ({ 'body.1': contact.name })}
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
      {[reminder, offer, carousel, sale].flatMap((template) =>
        template === undefined
          ? []
          : listTemplateVariables(template).map((variable) => (
              <VariableField
                key={`${template.id} ${variable.key}`}
                variable={variable}
                field={variable.key === 'body.1' ? 'FIRST_NAME' : undefined}
                first={false}
                value={values[variable.key] ?? ''}
                error={variable.key === 'body.2' ? t`Enter a value.` : null}
                contact={contact}
                customFields={['Bike']}
                onChange={(value) => setValues({ ...values, [variable.key]: value })}
              />
            )),
      )}
    </div>
  );
}

function StatusTexts() {
  const words = useStatusText();
  return [undefined, 'PAUSED', 'DISABLED', 'REJECTED', 'PENDING', 'IN_APPEAL'].map((status) => (
    <Banner key={status ?? 'gone'} tone="warn">
      {words('order_ready', status === undefined || reminder === undefined ? undefined : { ...reminder, status })}
    </Banner>
  ));
}
