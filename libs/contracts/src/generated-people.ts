export {
  AppointmentOutcome,
  AppointmentOutcomeServiceDefinition,
} from './generated/porchlight/people/v1/appointment_outcome_service';
export {
  Invitee,
  AppointmentConflict,
  Appointment,
  AppointmentServiceDefinition,
} from './generated/porchlight/people/v1/appointment_service';
export {
  AppointmentType,
  AppointmentTypeServiceDefinition,
} from './generated/porchlight/people/v1/appointment_type_service';
export {
  StartCalendarFeedRequest,
  StartCalendarFeedResponse,
  EndCalendarFeedRequest,
  EndCalendarFeedResponse,
  ReadCalendarRequest,
  ReadCalendarResponse,
  CalendarFeedServiceDefinition,
  CalendarServiceDefinition,
} from './generated/porchlight/people/v1/calendar_service';
export { CustomField, CustomFieldServiceDefinition } from './generated/porchlight/people/v1/custom_field_service';
export {
  EmailMessage,
  RecordEmailRequest,
  RecordEmailResponse,
  EmailMessageServiceDefinition,
} from './generated/porchlight/people/v1/email_message_service';
export {
  Property,
  PropertySearch,
  Campaign,
  EventPerson,
  Event,
  IngestEventRequest,
  IngestEventResponse,
  ReadEventJourneyRequest,
  ReadEventJourneyResponse,
  EventServiceDefinition,
} from './generated/porchlight/people/v1/event_service';
export {
  ImportPeopleRequest,
  ImportedPerson,
  ImportPeopleResponse,
  ImportServiceDefinition,
} from './generated/porchlight/people/v1/import_service';
export {
  LeadFlow,
  PreviewLeadFlowRequest,
  PreviewLeadFlowResponse,
  LeadMatch,
  RuleOutcome,
  LeadFlowServiceDefinition,
} from './generated/porchlight/people/v1/lead_flow_service';
export {
  RecountRequest,
  Drift,
  RecountResponse,
  MaintenanceServiceDefinition,
} from './generated/porchlight/people/v1/maintenance_service';
export { Note, NoteServiceDefinition } from './generated/porchlight/people/v1/note_service';
export {
  PeopleRelationship,
  PeopleRelationshipServiceDefinition,
} from './generated/porchlight/people/v1/people_relationship_service';
export {
  PersonAttachment,
  CompletePersonAttachmentUploadRequest,
  CompletePersonAttachmentUploadResponse,
  OpenPersonAttachmentFileRequest,
  OpenPersonAttachmentFileResponse,
  PersonAttachmentServiceDefinition,
} from './generated/porchlight/people/v1/person_attachment_service';
export {
  Email,
  Phone,
  Address,
  Picture,
  Collaborator,
  Person,
  CreatePersonResponse,
  ListPeopleRequest,
  CheckDuplicateRequest,
  CheckDuplicateResponse,
  ListPossibleDuplicatesRequest,
  ListPossibleDuplicatesResponse,
  PersonItem,
  SavePeopleRequest,
  SavedPerson,
  FieldProblem,
  SavePeopleResponse,
  MergePeopleRequest,
  MergePeopleResponse,
  ListUnclaimedRequest,
  ListUnclaimedResponse,
  ClaimPersonRequest,
  ClaimPersonResponse,
  IgnoreUnclaimedRequest,
  IgnoreUnclaimedResponse,
  ErasePersonRequest,
  ErasePersonResponse,
  ExportPersonRequest,
  ExportPersonResponse,
  ImportColumn,
  ImportProblem,
  ImportPeopleCsvRequest,
  ImportPeopleCsvResponse,
  ImportSummary,
  ImportRowPlan,
  ImportAddition,
  ImportChange,
  PeopleImport,
  ImportUndo,
  ImportKept,
  GetPeopleImportRequest,
  GetPeopleImportResponse,
  UndoPeopleImportRequest,
  UndoPeopleImportResponse,
  PersonServiceDefinition,
} from './generated/porchlight/people/v1/person_service';
export { PhoneCall, PhoneCallServiceDefinition } from './generated/porchlight/people/v1/phone_call_service';
export { Pond, PondServiceDefinition } from './generated/porchlight/people/v1/pond_service';
export {
  Reaction,
  RecordReaction,
  RecordReactions,
  AddReactionRequest,
  AddReactionResponse,
  RemoveReactionsRequest,
  RemoveReactionsResponse,
  ReactionServiceDefinition,
} from './generated/porchlight/people/v1/reaction_service';
export {
  ReceivedLead,
  ReportedLead,
  ReportReceivedLeadsRequest,
  ReportReceivedLeadsResponse,
  ReceivedLeadServiceDefinition,
} from './generated/porchlight/people/v1/received_lead_service';
export {
  ReportLeadsRequest,
  ReportFirstAnswersRequest,
  ReportStagesRequest,
  ReportLeadsResponse,
  SourceLeads,
  DayLeads,
  ReportFirstAnswersResponse,
  AnswerTimes,
  AnswerSpan,
  UserAnswers,
  ReportStagesResponse,
  StageLeads,
  ReportServiceDefinition,
} from './generated/porchlight/people/v1/report_service';
export { SmartList, SmartListServiceDefinition } from './generated/porchlight/people/v1/smart_list_service';
export { Stage, StageServiceDefinition } from './generated/porchlight/people/v1/stage_service';
export { TaskPerson, Task, TaskServiceDefinition } from './generated/porchlight/people/v1/task_service';
export { TextMessage, TextMessageServiceDefinition } from './generated/porchlight/people/v1/text_message_service';
export {
  ThreadedReply,
  RecordReply,
  RecordReplies,
  ThreadedReplyServiceDefinition,
} from './generated/porchlight/people/v1/threaded_reply_service';
export { Timeframe, TimeframeServiceDefinition } from './generated/porchlight/people/v1/timeframe_service';
