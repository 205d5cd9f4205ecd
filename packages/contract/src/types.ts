/** Types for callers that must not load the schemas (the web application's entry). No runtime code. */

export type {
  AiAction,
  AiDraft,
  AiExample,
  AiFailure,
  AiFunction,
  AiRequest,
  AiSettings,
  AiStatus,
  AiSummary,
  AiTest,
  AiTranslation,
  AiUsage,
  HelpText,
  HelpTextImport,
  HelpTextPreview,
  HelpTextSource,
} from './ai/schema.ts';
export type { TranscriptionEngine, TranscriptionSettings } from './ai/transcription.ts';
export type {
  AnswerSource,
  Assistant,
  AssistantAssignee,
  AssistantExam,
  HandoverReason,
  ThreadAssistant,
} from './answering/schema.ts';
export type {
  ApplicationDestination,
  AskingApplication,
  AuthorizationRequest,
  ConnectedApplication,
} from './assistants/authorization.ts';
export type { AssistantTool } from './assistants/routes.ts';
export type { ApplicationScope } from './assistants/scopes.ts';
export type { Condition as AutomationCondition, MatchMode } from './automations/conditions.ts';
export type { AssignTarget, Flow, FlowStep, FlowStepKind, FlowTrigger, StepOf } from './automations/flow.ts';
export type { FlowProblem } from './automations/flow-problems.ts';
export type {
  Automation,
  AutomationRun,
  AutomationRunDetail,
  AutomationVersion,
  DryRun,
  Exam,
  ExamMark,
  RunStep,
} from './automations/schema.ts';
export type { BroadcastSettings, CampaignCosts, CostsByMonth, PriceEstimate } from './broadcasts/cost-schema.ts';
export type { CampaignFile, CampaignFileRow, ReadCampaignFileBody } from './broadcasts/file-schema.ts';
export type {
  AbResult,
  AbTest,
  AbVariant,
  AudienceCheck,
  AudienceContact,
  Campaign,
  CampaignAudience,
  CampaignChart,
  CampaignConversions,
  CampaignCounters,
  CampaignEvent,
  CampaignExclusions,
  CampaignFailure,
  CampaignLink,
  CampaignRecipient,
  CampaignRepeat,
  CampaignSchedule,
  CampaignState,
  CampaignVariables,
  ChangeCampaignBody,
  CheckAudienceBody,
  ConversionGoal,
  CreateCampaignBody,
  ExclusionReason,
  StopRules,
  VariableSource,
} from './broadcasts/schema.ts';
export type { RecipientState } from './broadcasts/states.ts';
export type { CallPermission, PhoneCall } from './calls/schema.ts';
export type { CallSettings, CallSettingsBody } from './channels/calling.ts';
export type { Catalog, CatalogProduct, CatalogState } from './channels/catalog.ts';
export type { ChatLink, ThreadOrigin } from './channels/chat-links.ts';
export type {
  CustomerMessageType,
  SandboxBehaviour,
  SandboxFaults,
  SandboxPhone,
  SandboxPhoneMessage,
  SandboxTraffic,
  WriteAsCustomerBody,
} from './channels/sandbox-schema.ts';
export type { SavedScenario, Scenario, ScenarioStep } from './channels/scenario.ts';
export type {
  BusinessProfile,
  BusinessUsername,
  Channel,
  ChannelHealth,
  DefaultTemplateUse,
  DoctorCheck,
  DoctorReport,
  FieldCheck,
  PhoneNumberDetails,
  RegistrationState,
  SignupNumber,
} from './channels/schema.ts';
export type { StorageRegion } from './channels/storage-regions.ts';
export type { TestNumber } from './channels/test-numbers.ts';
export type { ComposeBody, ComposedRow, ComposeFilter } from './compose/schema.ts';
export type {
  BulkJob,
  BulkOperation,
  ChangeContactBody,
  Contact,
  ContactCampaign,
  ContactList,
  ContactNote,
  ContactRow,
  ContactTotal,
  CreateContactBody,
  CustomField,
  ExportFormat,
  FieldUse,
  Filter,
  FilterCondition,
  FilterField,
  FilterOperator,
  Segment,
  Selection,
  Suppression,
  TrashedContact,
} from './contacts/schema.ts';
export type { ErrorCode, ErrorEnvelope, FieldError, UnavailableReason } from './core/errors.ts';
export type { BusinessHours, Opening, OpeningRange, Weekday, WorkingHours } from './core/opening.ts';
export type { Scope } from './core/scopes.ts';
export type { ContactDuplicate, ContactMerge, MergeBody, MergeCause, MergeSkipped } from './duplicates/schema.ts';
export type {
  BugReport,
  BugReportDetail,
  FeatureRequest,
  FeedbackSettings,
  RequestState,
} from './feedback/schema.ts';
export type { HistoryRecord } from './history/records.ts';
export type { ChatSettings, HistoryCounts, HistoryImport } from './history/schema.ts';
export type { Formats } from './identity/formats.ts';
export type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from './identity/passkeys.ts';
export type { Preferences } from './identity/preferences.ts';
export type { Display, Profile, Role, Tokens } from './identity/schema.ts';
export type {
  ColumnMapping,
  ContactImport,
  ImportEncoding,
  ImportFix,
  ImportPreviewRow,
  ImportProblem,
  ImportRowOutcome,
  ImportRules,
} from './imports/schema.ts';
export type {
  ImportSchedule,
  ImportSource,
  ImportSourceRun,
  SourceColumn,
  SourcePreview,
  SourceProblem,
  SourceRules,
} from './imports/source-schema.ts';
export type { Ad } from './inbox/ad-routes.ts';
export type { Label, LabelColor, ThreadEvent } from './inbox/label-schema.ts';
export type { Note } from './inbox/note-schema.ts';
export type {
  ChangeScheduledBody,
  ContactOrder,
  Holder,
  LinkPreview,
  MediaContent,
  Message,
  MessageError,
  MessageStatus,
  MessageType,
  SendMessageBody,
  SendState,
  Thread,
  ThreadCounts,
  Transcript,
} from './inbox/schema.ts';
export type { Stage, StageTotal } from './inbox/stage-schema.ts';
export type { Draft, SavedView, SharedDraft } from './inbox/view-schema.ts';
export type { MediaKind } from './media/limits.ts';
export type { StoredMedia, UploadedMedia } from './media/schema.ts';
export type {
  DeliveryMethods,
  NotificationItem,
  NotificationKind,
  NotificationSettings,
  PushPayload,
} from './notifications/schema.ts';
export type { InstallationStatus, OperatorProblem } from './operations/schema.ts';
export type { ContactExport, ErasureCounts, ErasureReceipt, Retention } from './privacy/schema.ts';
export type { RatingRule } from './ratings/rule.ts';
export type { Rating } from './ratings/schema.ts';
export type { ReportPeriod } from './reports/periods.ts';
export type { Rate, RateList, ReplyCost } from './reports/rates.ts';
export type { ReportEmail, SavedReport } from './reports/saved-schema.ts';
export type { Report, ReportQuery } from './reports/schema.ts';
export type { TargetKind } from './reports/target-kinds.ts';
export type { MissedTarget, TargetCounts, TargetReport } from './reports/targets.ts';
export type { ApiRoutes, InputOf, OutputOf, RouteKey } from './routes.ts';
export type { ScimRefusal, ScimToken } from './scim/routes.ts';
export type { AssignmentRule } from './settings/assignment-rule.ts';
export type { AutoCloseRule } from './settings/auto-close-rule.ts';
export type { AccountExport } from './settings/export-schema.ts';
export type { AuditForwarding } from './settings/forwarding-routes.ts';
export type { InvitationBranding } from './settings/invitation-branding.ts';
export type { ReplyTarget, ReplyTargets } from './settings/reply-targets.ts';
export type { ApiKey, ApiKeyRequest, AuditEvent, Client, LinkPreviewChoice, User } from './settings/schema.ts';
export type { Change, ClientFrame, Collection, Marker, PresenceState, ServerFrame } from './sync/schema.ts';
export type { MemberAccess, Permission, PermissionDenial, Restrictions } from './team/permissions.ts';
export type { SavedFilter } from './team/saved-filters.ts';
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
export type {
  SessionTemplate,
  Template,
  TemplateCategory,
  TemplateChange,
  TemplateDraft,
  TemplateHistory,
  TemplateSync,
  TemplateSyncRun,
  TemplateUsage,
  TemplateUse,
  TemplateVersion,
} from './templates/schema.ts';
export type {
  IncomingCall,
  IncomingCallDetail,
  IncomingContact,
  IncomingMessage,
  IncomingPreview,
  IncomingWebhook,
} from './webhooks/incoming-schema.ts';
export type { Delivery, DeliveryDetail, EventType, Webhook } from './webhooks/schema.ts';
