/** Types for callers that must not load the schemas (the web application's entry). Nothing here exists at run time. */

export type {
  AudienceCheck,
  AudiencePerson,
  Campaign,
  CampaignAudience,
  CampaignCounters,
  CampaignEvent,
  CampaignExclusions,
  CampaignFailure,
  CampaignRecipient,
  CampaignSchedule,
  CampaignState,
  CampaignVariables,
  ChangeCampaignBody,
  CheckAudienceBody,
  CreateCampaignBody,
  ExclusionReason,
  SlotSource,
  StopRules,
} from './broadcasts/schema.ts';
export type { RecipientState } from './broadcasts/states.ts';
export type {
  SandboxBehaviour,
  SandboxFaults,
  SandboxPhone,
  SandboxPhoneMessage,
  SandboxTraffic,
  WriteAsCustomerBody,
  WrittenType,
} from './channels/sandbox-schema.ts';
export type { SavedScenario, Scenario, ScenarioStep } from './channels/scenario.ts';
export type {
  BusinessProfile,
  Channel,
  ChannelHealth,
  DefaultTemplateUse,
  DoctorCheck,
  DoctorReport,
  FieldCheck,
  NumberFacts,
  RegistrationState,
  SignupNumber,
} from './channels/schema.ts';
export type { TestNumber } from './channels/test-numbers.ts';
export type { ComposeBody, ComposedRow, ComposeFilter } from './compose/schema.ts';
export type {
  ColumnMapping,
  ContactImport,
  ImportEncoding,
  ImportFix,
  ImportPreviewRow,
  ImportProblem,
  ImportRowOutcome,
  ImportRules,
} from './contacts/import-schema.ts';
export type { ContactDuplicate, ContactMerge, MergeBody, MergeCause, MergeKept } from './contacts/merge-schema.ts';
export type { ErasureCounts, ErasureReceipt, PersonExport, Retention } from './contacts/privacy-schema.ts';
export type {
  BulkAct,
  BulkJob,
  ChangeContactBody,
  Contact,
  ContactCampaign,
  ContactList,
  ContactNote,
  ContactRow,
  ContactTotal,
  CreateContactBody,
  CustomField,
  Filter,
  FilterCondition,
  FilterOperator,
  Segment,
  Selection,
  Suppression,
  TrashedContact,
} from './contacts/schema.ts';
export type { ErrorCode, ErrorEnvelope, FieldError } from './core/errors.ts';
export type { Opening, OpeningRange, Weekday, WorkingHours } from './core/opening.ts';
export type { Scope } from './core/scopes.ts';
export type { Profile, Role, Tokens } from './identity/schema.ts';
export type { Note } from './inbox/note-schema.ts';
export type {
  MediaContent,
  Message,
  MessageError,
  MessageStatus,
  MessageType,
  SendMessageBody,
  SendState,
  Thread,
} from './inbox/schema.ts';
export type { MediaKind } from './media/limits.ts';
export type { UploadedMedia } from './media/schema.ts';
export type { ApiRoutes, InputOf, OutputOf, RouteKey } from './routes.ts';
export type { ApiKey, Client, KeyRequest, User } from './settings/schema.ts';
export type { Change, ClientFrame, Collection, Marker, PresenceState, ServerFrame } from './sync/schema.ts';
export type { Refusal, Restrictions, Right, Standing } from './team/rights.ts';
export type {
  ChangeMemberBody,
  Invitation,
  InvitationPreview,
  JoinOffer,
  JoinRequest,
  TeamMember,
  Transfer,
  UserGroup,
} from './team/schema.ts';
export type { Template, TemplateSync } from './templates/schema.ts';
