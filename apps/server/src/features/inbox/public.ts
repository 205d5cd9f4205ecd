export { addNote, labelThread, moveToStage } from './change-as-bot.ts';
export { emptySentDrafts } from './empty-sent-drafts.ts';
export { listLabels } from './label-repo.ts';
export { deleteNotesOf, mergeNotes, unmergeNotes } from './merge-notes-repo.ts';
export { deletePastNotes, insertPastNotes, labelPast, type PastNote } from './past-repo.ts';
export { listSavedViews } from './saved-view-repo.ts';
export { listStages } from './stage-repo.ts';
