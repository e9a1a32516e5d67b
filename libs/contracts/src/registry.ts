import type { Descriptor } from '@porchlight/resource';
import { UserServiceDefinition } from './generated/porchlight/auth/v1/user_service';
import { PipelineServiceDefinition } from './generated/porchlight/deals/v1/pipeline_service';
import { TemplateServiceDefinition } from './generated/porchlight/marketing/v1/template_service';
import { WebhookServiceDefinition } from './generated/porchlight/notifier/v1/webhook_service';
import { EventServiceDefinition } from './generated/porchlight/people/v1/event_service';
import { PersonServiceDefinition } from './generated/porchlight/people/v1/person_service';
import { StageServiceDefinition } from './generated/porchlight/people/v1/stage_service';
import { users } from './auth/users.resource';
import { pipelines } from './deals/pipelines.resource';
import { templates } from './marketing/templates.resource';
import { webhooks } from './notifier/webhooks.resource';
import { events } from './people/events.resource';
import { people } from './people/people.resource';
import { stages } from './people/stages.resource';

/** Every resource of the system. Routes, handlers and the suites that run over all resources come from this list. */
export const allResources: readonly Descriptor[] = [
  people,
  events,
  stages,
  users,
  pipelines,
  templates,
  webhooks,
] as unknown as readonly Descriptor[];

/** The generated RPC definition that serves each resource. */
export const definitions = {
  people: PersonServiceDefinition,
  events: EventServiceDefinition,
  stages: StageServiceDefinition,
  users: UserServiceDefinition,
  pipelines: PipelineServiceDefinition,
  templates: TemplateServiceDefinition,
  webhooks: WebhookServiceDefinition,
} as const;
