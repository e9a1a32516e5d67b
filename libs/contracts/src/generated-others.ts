export { Pipeline, PipelineStage, PipelineServiceDefinition } from './generated/porchlight/deals/v1/pipeline_service';
export { Template, TemplateServiceDefinition } from './generated/porchlight/marketing/v1/template_service';
export { User, UserServiceDefinition, GetMeResponse } from './generated/porchlight/auth/v1/user_service';
export {
  CredentialServiceDefinition,
  VerifyApiKeyResponse,
  VerifySystemResponse,
} from './generated/porchlight/auth/v1/credential_service';
export {
  AccountServiceDefinition,
  CreateAccountRequest,
  CreateUserRequest,
  CreateApiKeyResponse,
} from './generated/porchlight/auth/v1/account_service';
export { Webhook, WebhookServiceDefinition } from './generated/porchlight/notifier/v1/webhook_service';
export { WebhookEvent, WebhookEventServiceDefinition } from './generated/porchlight/notifier/v1/webhook_event_service';
export { ChannelServiceDefinition, Call, Reply, OpenRequest, OpenResponse } from './generated/porchlight/rpc/v1/channel_service';
