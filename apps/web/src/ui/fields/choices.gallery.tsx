import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Disclosure } from '../disclosure.tsx';
import type { GallerySection } from '../gallery-section.ts';
import { ChoiceField, Select } from '../select.tsx';
import { SelectField } from '../select-field.tsx';
import { TimeField } from './time-field.tsx';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'selects', title: t`Selects`, states: <Selects /> },
    { id: 'comboboxes', title: t`Selects that are searched`, states: <Comboboxes /> },
    { id: 'times', title: t`Times`, states: <Times /> },
    { id: 'disclosures', title: t`More on request`, states: <Disclosures /> },
  ];
}

const column = { display: 'grid', gap: 16, inlineSize: 280 };

function Selects() {
  const { t } = useLingui();
  const [language, setLanguage] = useState('en');
  const choices = [
    { value: 'en', label: t`English` },
    { value: 'de', label: t`German` },
    { value: 'ar', label: t`Arabic` },
  ];
  return (
    <div style={column}>
      <ChoiceField
        label={t`Language`}
        help={t`Of the template.`}
        choices={choices}
        value={language}
        onChange={setLanguage}
      />
      <ChoiceField
        label={t`Language of the offer`}
        error={t`The template has no German version. Choose another language.`}
        choices={choices}
        value="de"
        onChange={setLanguage}
      />
      <ChoiceField
        disabled
        label={t`Language of the account`}
        choices={choices}
        value={language}
        onChange={setLanguage}
      />
      <Select aria-label={t`Field for the column`} defaultValue="name">
        <option value="phone">{t`Phone number`}</option>
        <option value="name">{t`Name`}</option>
        <optgroup label={t`Custom fields`}>
          <option value="city">{t`City`}</option>
          <option value="bike">{t`The bicycle model that the customer last brought to the workshop`}</option>
        </optgroup>
      </Select>
      <Select quiet aria-label={t`Field for the other column`}>
        <option value="">{t`Exclude`}</option>
        <option value="city">{t`City`}</option>
      </Select>
    </div>
  );
}

function Comboboxes() {
  const { t } = useLingui();
  const [zone, setZone] = useState('gb');
  const choices = [
    { value: 'pt', label: t`Portugal` },
    { value: 'gb', label: t`United Kingdom` },
    { value: 'de', label: t`Germany` },
  ];
  return (
    <div style={column}>
      <SelectField label={t`Country of the shop`} choices={choices} value={zone} onChange={setZone} />
      <SelectField clearable label={t`Country of the customer`} choices={choices} value={zone} onChange={setZone} />
      <SelectField
        label={t`Country of the invoice`}
        error={t`Choose a country.`}
        choices={choices}
        value=""
        onChange={setZone}
      />
    </div>
  );
}

function Times() {
  const { t } = useLingui();
  const [time, setTime] = useState('09:30');
  const [empty, setEmpty] = useState('');
  return (
    <div style={column}>
      <TimeField label={t`Open from`} help={t`In the time zone of the account.`} value={time} onChange={setTime} />
      <TimeField label={t`Send at`} error={t`This time has passed.`} value={time} onChange={setTime} />
      <TimeField disabled label={t`Quiet from`} value={time} onChange={setTime} />
      <TimeField label={t`Quiet until`} value={empty} onChange={setEmpty} />
    </div>
  );
}

function Disclosures() {
  const { t } = useLingui();
  return (
    <div style={{ ...column, justifyItems: 'start' }}>
      <Disclosure look="link" title={t`Forgot your password?`}>
        <p>{t`Ask an Owner of the account.`}</p>
      </Disclosure>
      <Disclosure title={t`Details`}>
        <code>{'131047'}</code>
      </Disclosure>
      <Disclosure open title={t`Details, open`}>
        <code>{'131047'}</code>
      </Disclosure>
      <Disclosure look="row" title={<b>{t`A line of a list`}</b>}>
        <p>{t`Its content.`}</p>
      </Disclosure>
    </div>
  );
}
