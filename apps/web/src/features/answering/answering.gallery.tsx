import { useLingui } from '@lingui/react/macro';
import type { AssistantExam } from '@parley/contract/types';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { AssistantBanner } from './components/assistant-banner.tsx';
import { ExamResult } from './components/assistant-exam.tsx';

const nothing = () => undefined;
const source = {
  kind: 'help_text',
  id: '01900000-0000-7000-8000-000000000001',
  title: 'Returns',
  passage: 'Shoes can be returned within 30 days with the label in the box.',
} as const;
const at = '2026-11-19T09:00:00.000Z';
const exam: AssistantExam = {
  ...{ state: 'stopped', problem: 'The monthly AI limit is used up.', needed: 10, created_at: at, created_by: 'bot' },
  answers: [
    {
      ...{ message_id: source.id, at, asked: true, source, confidence: 96, mark: 'right' },
      text: 'How do I return my shoes?',
      reply: 'You can return them within 30 days, with the label in the box.',
    },
    {
      ...{ message_id: `${source.id.slice(0, -1)}2`, at, asked: true, source, confidence: 40, mark: null },
      text: 'Can I return them after two months, and who pays?',
      reply: 'Returns are possible within 30 days.',
    },
    {
      ...{ message_id: `${source.id.slice(0, -1)}3`, at, asked: true, source: null, confidence: null, mark: null },
      ...{ text: 'https://shop.example/heron-5?size=52&colour=blue'.repeat(3), reply: null },
    },
    {
      ...{ message_id: `${source.id.slice(0, -1)}4`, at, asked: false, source: null, confidence: null, mark: null },
      ...{ text: 'Hello', reply: null },
    },
  ],
};

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'assistant-exam', title: t`AI assistant on past conversations`, states: <ExamResult exam={exam} bar={80} /> },
    { id: 'assistant-banner', title: t`AI assistant in a conversation`, states: <Banners /> },
  ];
}

function Banners() {
  return (
    <>
      <AssistantBanner name="AI assistant" answers onTurn={nothing} />
      <AssistantBanner name="AI assistant" answers automationFirst onTurn={nothing} />
      <AssistantBanner name="AI assistant" answers={false} onTurn={nothing} />
    </>
  );
}
