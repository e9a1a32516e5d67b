export {
  StepDelay,
  StepTask,
  StepNote,
  PlanStep,
  ActionPlan,
  ActionPlanServiceDefinition,
} from './generated/porchlight/marketing/v1/action_plan_service';
export {
  AppliedPlan,
  AppliedPlanMail,
  RefusedStep,
  CreateAppliedPlanRequest,
  RetryAppliedPlanStepRequest,
  RetryAppliedPlanStepResponse,
  AppliedPlanServiceDefinition,
} from './generated/porchlight/marketing/v1/applied_plan_service';
export {
  AutomationLogLine,
  AutomationRun,
  RetryAutomationRunStepRequest,
  RetryAutomationRunStepResponse,
  AutomationRunServiceDefinition,
} from './generated/porchlight/marketing/v1/automation_run_service';
export {
  AutomationTrigger,
  AutomationStep,
  Automation,
  AutomationServiceDefinition,
} from './generated/porchlight/marketing/v1/automation_service';
export { EmCampaign, EmCampaignServiceDefinition } from './generated/porchlight/marketing/v1/em_campaign_service';
export {
  EmEvent,
  SentEmEvent,
  RecordEmEventsRequest,
  ReadCampaignFiguresRequest,
  ReadCampaignFiguresResponse,
  RejectedEmEvent,
  RecordEmEventsResponse,
  EmEventServiceDefinition,
} from './generated/porchlight/marketing/v1/em_event_service';
export { LeadAddress, LeadAddressServiceDefinition } from './generated/porchlight/marketing/v1/lead_address_service';
export {
  SenderDomain,
  ReadSenderDomainRequest,
  ReadSenderDomainResponse,
  SetSenderDomainRequest,
  SetSenderDomainResponse,
  VerifySenderDomainRequest,
  VerifySenderDomainResponse,
  RemoveSenderDomainRequest,
  RemoveSenderDomainResponse,
  SenderDomainServiceDefinition,
} from './generated/porchlight/marketing/v1/sender_domain_service';
export { Suppression, SuppressionServiceDefinition } from './generated/porchlight/marketing/v1/suppression_service';
export {
  TemplateActionPlan,
  Template,
  CreateTemplateRequest,
  MergeTemplateRequest,
  MergeTemplateResponse,
  SendTestMailRequest,
  SendTestMailResponse,
  TemplateServiceDefinition,
} from './generated/porchlight/marketing/v1/template_service';
export {
  TextMessageTemplate,
  TextRecipient,
  MergeTextMessageTemplateRequest,
  MergeTextMessageTemplateResponse,
  TextMessageTemplateServiceDefinition,
} from './generated/porchlight/marketing/v1/text_message_template_service';
export {
  DescribeUnsubscribeLinkRequest,
  DescribeUnsubscribeLinkResponse,
  OptOutRequest,
  OptOutResponse,
  UnsubscribeServiceDefinition,
} from './generated/porchlight/marketing/v1/unsubscribe_service';
