import type { Exam, ExamMark, InputOf } from '@parley/contract/types';
import { api } from '../../../platform/api.ts';
import { markExam, showExam, useExamQuery } from '../../ai/public-exam.ts';

export type ExamPlace = { id: string; step_id: string };
export type StartExam = InputOf<'POST /api/automations/{id}/steps/{step_id}/exam'>['body'];

const keyOf = ({ id, step_id: step }: ExamPlace) => ['automation-exam', id, step];

export const useExam = (place: ExamPlace) =>
  useExamQuery<Exam>(
    keyOf(place),
    async ({ signal }) =>
      (await api('GET /api/automations/{id}/steps/{step_id}/exam', { params: place }, { signal })).exam,
  );

export const startExam = (place: ExamPlace, body: StartExam) =>
  showExam(keyOf(place), api('POST /api/automations/{id}/steps/{step_id}/exam', { params: place, body }));

export const continueExam = (place: ExamPlace) =>
  showExam(keyOf(place), api('POST /api/automations/{id}/steps/{step_id}/exam/continue', { params: place }));

export const markAnswer = (place: ExamPlace, messageId: string, mark: ExamMark) =>
  markExam(keyOf(place), messageId, mark, () =>
    api('PUT /api/automations/{id}/steps/{step_id}/exam/answers/{message_id}', {
      params: { ...place, message_id: messageId },
      body: { mark },
    }),
  );
