import { useLingui } from '@lingui/react/macro';

/** Industries of businesses: those of WhatsApp's business profiles, with their API values. By name. */
export function useIndustries(): { value: string; label: string }[] {
  const { t, i18n } = useLingui();
  const choices = [
    { value: 'ALCOHOL', label: t`Alcohol` },
    { value: 'APPAREL', label: t`Clothing` },
    { value: 'AUTO', label: t`Cars` },
    { value: 'BEAUTY', label: t`Beauty` },
    { value: 'EDU', label: t`Education` },
    { value: 'ENTERTAIN', label: t`Entertainment` },
    { value: 'EVENT_PLAN', label: t`Events` },
    { value: 'FINANCE', label: t`Finance` },
    { value: 'GOVT', label: t`Government` },
    { value: 'GROCERY', label: t`Groceries` },
    { value: 'HEALTH', label: t`Health` },
    { value: 'HOTEL', label: t`Hotels` },
    { value: 'NONPROFIT', label: t`Non-profit` },
    { value: 'ONLINE_GAMBLING', label: t`Online gambling` },
    { value: 'OTC_DRUGS', label: t`Over-the-counter drugs` },
    { value: 'OTHER', label: t`Other` },
    { value: 'PHYSICAL_GAMBLING', label: t`Gambling` },
    { value: 'PROF_SERVICES', label: t`Professional services` },
    { value: 'RESTAURANT', label: t`Restaurants` },
    { value: 'RETAIL', label: t`Retail` },
    { value: 'TRAVEL', label: t`Travel` },
  ];
  const isOther = (value: string) => Number(value === 'OTHER');
  return choices.sort((a, b) => isOther(a.value) - isOther(b.value) || a.label.localeCompare(b.label, i18n.locale));
}
