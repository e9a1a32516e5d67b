export { allResources, definitions } from './registry';
export { EVERYONE, NOT_LENDERS, ADMINS, OWNER } from './roles';
export { people } from './people/people.resource';
export { events } from './people/events.resource';
export { stages } from './people/stages.resource';
export { EVENT_TYPES } from './people/event-types';
export type { EventType } from './people/event-types';
export { pipelines } from './deals/pipelines.resource';
export { templates } from './marketing/templates.resource';
export { users, USER_ROLES } from './auth/users.resource';
export { webhooks } from './notifier/webhooks.resource';
export { WEBHOOK_EVENTS } from './notifier/webhook-events';

export { ListQuery, ListPage, Filter } from './generated/porchlight/common/v1/list';
export { Change } from './generated/porchlight/change/v1/change';
export * from './generated-people';
export * from './generated-others';
