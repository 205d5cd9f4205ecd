// Apart from the other parts: only trying AI on past messages loads these.
export { ExamAnswers } from './components/exam/exam-answers.tsx';
export { ExamDialog } from './components/exam/exam-dialog.tsx';
export { ExamProgress } from './components/exam/exam-progress.tsx';
export { ExamStart } from './components/exam/exam-start.tsx';
export { markExam, showExam, useExamQuery } from './data/exam.ts';
