import { z } from 'zod';
import { aiPreview } from '../ai/schema.ts';
import { pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  assistant,
  assistantAssignee,
  assistantExam,
  markAssistantAnswerBody,
  putAssistantBody,
  rateAnswerBody,
  startAssistantExamBody,
  threadAssistant,
} from './schema.ts';

const byId = z.strictObject({ id: pathId });
const member = { access: 'User', permission: 'inbox.use' } as const;
const admin = { access: 'Admin', permission: 'integrations.manage' } as const;
const exam = z.strictObject({ exam: assistantExam });

export const answeringRoutes = defineRoutes({
  'GET /api/ai/assistant': {
    ...admin,
    summary: 'The AI assistant of the account, which answers customers. Off until an Admin switches it on.',
    responses: { 200: assistant },
  },
  'PUT /api/ai/assistant': {
    ...admin,
    summary: 'Change the AI assistant. Switching it on needs its consent and enough marks of its exam.',
    body: putAssistantBody,
    responses: { 200: assistant },
  },
  'GET /api/ai/assistant/assignee': {
    ...member,
    summary:
      'The AI assistant as one to whom conversations are assigned: its name, the channels where it answers, and what it has.',
    responses: { 200: assistantAssignee },
  },
  'GET /api/ai/assistant/preview': {
    ...admin,
    summary: 'The exact request of an answer, for a made-up conversation. Nothing is sent.',
    responses: { 200: aiPreview },
  },
  'GET /api/ai/assistant/exam': {
    ...admin,
    summary: 'What the assistant would have answered to past messages; null when it was not tried.',
    responses: { 200: z.strictObject({ exam: assistantExam.nullable() }) },
  },
  'POST /api/ai/assistant/exam': {
    ...admin,
    audit: 'ai.assistant_exam_started',
    summary: 'Ask the AI provider about the latest first messages of customers. It replaces the exam before.',
    body: startAssistantExamBody,
    responses: { 201: exam },
  },
  'POST /api/ai/assistant/exam/continue': {
    ...admin,
    audit: 'ai.assistant_exam_continued',
    summary: 'Ask about the messages of a stopped exam that have no answer yet.',
    responses: { 200: exam },
  },
  'PUT /api/ai/assistant/exam/answers/{id}': {
    ...admin,
    audit: 'ai.assistant_answer_marked',
    summary: 'Say whether an answer of the exam is right. The id is of the customer’s message.',
    params: byId,
    body: markAssistantAnswerBody,
    responses: { 200: exam },
  },
  'GET /api/threads/{id}/ai/assistant': {
    ...member,
    summary: 'Whether the AI assistant answers in a conversation, and what its answers are made from.',
    params: byId,
    responses: { 200: threadAssistant },
  },
  'POST /api/threads/{id}/ai/assistant/give': {
    ...member,
    audit: 'ai.conversation_given',
    summary: 'Unassign a conversation and let the AI assistant answer it.',
    params: byId,
    responses: { 200: threadAssistant },
  },
  'POST /api/threads/{id}/ai/assistant/take': {
    ...member,
    audit: 'ai.conversation_taken',
    summary: 'Take a conversation from the AI assistant: it is assigned to the member.',
    params: byId,
    responses: { 200: threadAssistant },
  },
  'POST /api/threads/{id}/ai/assistant/stop': {
    ...member,
    audit: 'ai.conversation_taken',
    summary: 'Take a conversation from the AI assistant: it is assigned to nobody.',
    params: byId,
    responses: { 200: threadAssistant },
  },
  'PUT /api/messages/{id}/ai/rating': {
    ...member,
    audit: 'ai.answer_rated',
    summary: 'Say whether an answer of the AI assistant was good. Later answers may be made from good ones.',
    params: byId,
    body: rateAnswerBody,
    responses: { 200: threadAssistant },
  },
});
