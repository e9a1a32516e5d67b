import type { Descriptor } from '@porchlight/resource';
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
