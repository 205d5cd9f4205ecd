import { useLingui } from '@lingui/react/macro';
import { IconLayoutColumns, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Avatar } from './avatar.tsx';
import { Count } from './badge.tsx';
import { Checkbox, Switch } from './checkbox.tsx';
import { Chip, ChipButton } from './chip.tsx';
import type { GallerySection } from './gallery-section.ts';
import { icon } from './icon.ts';
import { ImageField } from './image-field.tsx';
import { KeyCaps } from './key-caps.tsx';
import { ListRow, listRowClass } from './list-row.tsx';
import { MemberAvatar } from './member-avatar.tsx';
import { Progress } from './progress.tsx';
import { QrCode } from './qr-code.tsx';
import { RemoteImage } from './remote-image.tsx';
import { Segments } from './segments.tsx';
import { Steps } from './steps.tsx';
import { Tabs } from './tabs.tsx';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'checks', title: t`Checkboxes and switches`, states: <Checks /> },
    { id: 'segments', title: t`Short choices`, states: <Choices /> },
    { id: 'tabs', title: t`Tabs`, states: <TabStates /> },
    { id: 'chips', title: t`Chips`, states: <Chips /> },
    { id: 'keys', title: t`Keys`, states: <Keys /> },
    { id: 'progress', title: t`Progress`, states: <ProgressStates /> },
    { id: 'steps', title: t`Steps`, states: <StepStates /> },
    {
      id: 'qr-codes',
      title: t`QR codes`,
      states: <QrCode text="https://parley.example" label={t`QR code of a link`} name="link" />,
    },
    { id: 'list-rows', title: t`Rows of a list`, states: <ListRows /> },
    { id: 'pictures', title: t`Pictures from elsewhere`, states: <Pictures /> },
  ];
}

function Checks() {
  const { t } = useLingui();
  const [checked, setChecked] = useState(true);
  const [on, setOn] = useState(true);
  return (
    <>
      <Checkbox checked={checked} onChange={() => setChecked(!checked)}>{t`Chosen`}</Checkbox>
      <Checkbox checked={false} onChange={() => undefined}>{t`Not chosen`}</Checkbox>
      <Checkbox mixed checked={false} onChange={() => undefined}>{t`Some of them`}</Checkbox>
      <Checkbox disabled checked onChange={() => undefined}>{t`Always`}</Checkbox>
      <Switch checked={on} onChange={setOn}>{t`After 24 h, twice at most`}</Switch>
      <Switch checked={!on} onChange={(next) => setOn(!next)}>{t`The other way round`}</Switch>
      <Switch disabled checked={false} onChange={() => undefined}>{t`Not for your role`}</Switch>
    </>
  );
}

function Choices() {
  const { t } = useLingui();
  const [value, setValue] = useState('week');
  const segments = [
    { value: 'day', label: t`Day` },
    { value: 'week', label: t`Week` },
    { value: 'month', label: t`Month`, disabled: true },
  ];
  return (
    <>
      <Segments label={t`Range`} segments={segments} value={value} onChange={setValue} />
      <Segments label={t`Range, small`} size="sm" segments={segments} value={value} onChange={setValue} />
    </>
  );
}

function TabStates() {
  const { t } = useLingui();
  const [value, setValue] = useState('people');
  const tabs = [
    { value: 'people', label: t`Recipients`, note: '4,213' },
    { value: 'message', label: t`Message` },
    { value: 'timeline', label: t`Timeline` },
  ];
  return (
    <div style={{ inlineSize: '100%' }}>
      <Tabs label={t`Views of the campaign`} tabs={tabs} value={value} onChange={setValue}>
        <p style={{ padding: 16 }}>{tabs.find((tab) => tab.value === value)?.label}</p>
      </Tabs>
    </div>
  );
}

function Chips() {
  const { t } = useLingui();
  const [there, setThere] = useState(true);
  return (
    <>
      {there ? (
        <Chip look="on" removeLabel={t`Remove the filter “Opt-in is yes”`} onRemove={() => setThere(false)}>
          {t`Opt-in is yes`}
        </Chip>
      ) : (
        <ChipButton onClick={() => setThere(true)}>{t`Bring it back`}</ChipButton>
      )}
      <ChipButton>
        <IconPlus {...icon} />
        {t`Filter`}
      </ChipButton>
      <ChipButton>
        <IconLayoutColumns {...icon} />
        {t`Columns`}
      </ChipButton>
      <ChipButton look="on" aria-pressed="true">{t`Unread`}</ChipButton>
      <Chip look="quiet" removeLabel={t`Remove the list Newsletter`} onRemove={() => undefined}>
        {t`Newsletter`}
      </Chip>
      <Chip>{t`A list whose name is so long that it does not fit into the room there is for it here`}</Chip>
    </>
  );
}

function Keys() {
  return (
    <>
      <KeyCaps keys="c" />
      <KeyCaps keys="mod+k" />
      <KeyCaps keys="g i" />
      <KeyCaps keys="shift+j" />
      <KeyCaps keys="enter" />
    </>
  );
}

function StepStates() {
  const { t } = useLingui();
  const [at, setAt] = useState(1);
  const words = [t`Upload`, t`Match`, t`Rules`];
  return (
    <>
      <Steps label={t`Steps`} words={words} at={0} />
      <Steps
        label={t`Steps that can be gone to`}
        words={words}
        at={at}
        goTo={(index) => (index < 2 ? () => setAt(index) : undefined)}
      />
    </>
  );
}

function ProgressStates() {
  const { t } = useLingui();
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 360 }}>
      <Progress label={t`Reading the file`} value={0} />
      <Progress label={t`Adding 1,846 people to a list`} note={t`612 of 1,846`} value={612 / 1846} />
      <Progress label={t`Done`} note={t`1,846 of 1,846`} value={1} />
      <Progress label={t`Stopped: 3 couldn’t be added`} note={t`1,843 of 1,846`} value={0.99} failed />
    </div>
  );
}

function ListRows() {
  const { t } = useLingui();
  const square = (name: string, seed: string) => <Avatar name={name} seed={seed} />;
  return (
    <div style={{ inlineSize: 360 }}>
      <button type="button" className={listRowClass}>
        <ListRow
          picture={square('Amara Okafor', '1')}
          title="Amara Okafor"
          strong
          time="09:52"
          detail={t`Is the blue bell still in stock?`}
          marks={<Count value={2} label={t`2 unread`} />}
        />
      </button>
      <button type="button" className={listRowClass} aria-current="true">
        <ListRow
          picture={square('ليلى حداد', '4')}
          title="ليلى حداد"
          time="09:11"
          detail="شكراً! متى يمكنني استلام الدراجة؟"
        />
      </button>
      <div className={listRowClass}>
        <ListRow
          picture={square('+44 7700 900361', '6')}
          title="+44 7700 900361"
          time={t`Yesterday`}
          detail={t`A row whose second line is longer than the room that there is for it`}
        />
      </div>
    </div>
  );
}

function Pictures() {
  const circle = (name: string) => <Avatar name={name} seed={name} size="md" />;
  const { t } = useLingui();
  const nothing = async () => undefined;
  return (
    <>
      <ImageField
        label={t`Photo`}
        help={t`Your team sees it beside your name.`}
        picture={<MemberAvatar name="Mateo Ruiz" photo="/icon-192.png" size="xl" />}
        given
        save={nothing}
      />
      <RemoteImage address={null}>{circle('No Picture')}</RemoteImage>
      <RemoteImage address="data:image/png;base64,AAAA">{circle('Broken Picture')}</RemoteImage>
      <RemoteImage address="/icon-192.png" className="gallery-picture">
        {circle('Parley Logo')}
      </RemoteImage>
    </>
  );
}
