export {
  buildWebhook,
  type Destination,
  fixtureIds,
  type MessagesValue,
  type StatusOfOurs,
  statusOfOurs,
  type TextFromCustomer,
  textFromCustomer,
} from './build.ts';
export {
  errorRows,
  type FieldRow,
  fieldRows,
  type InboundRow,
  inboundRows,
  type MediaRow,
  mediaRows,
  type SendRow,
  type StatusRow,
  sendRows,
  statusRows,
  webhookFields,
} from './documented-rows.ts';
export { type Answer, answer, type Fixture, fixture } from './load.ts';
export { escapeAsMeta } from './meta-json.ts';
export { type AnswerName, answerNames, type FixtureName, fixtureNames } from './names.ts';
export { type SignedBody, signedBody } from './sign.ts';
