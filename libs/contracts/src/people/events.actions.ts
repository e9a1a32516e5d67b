import { createRenderer, defineAction, renderTime, type Action } from '@porchlight/resource';
import { EventServiceDefinition, type Event } from '../generated/porchlight/people/v1/event_service';
import { EVERYONE } from '../roles';
import { events } from './events.resource';
import { people } from './people.resource';

const render = createRenderer(people);

/** Names of the steps of a journey (D13.9). */
const JOURNEY_STEPS = ['received', 'matched', 'routed', 'assigned', 'notified', 'planStarted', 'webhook'];

/** POST /v1/events returns the person, not the event (decisions section 4). */
export const eventActions: readonly Action[] = [
  defineAction({
    service: 'people',
    resource: 'events',
    definition: EventServiceDefinition,
    name: 'create',
    operationId: 'createEvent',
    summary: 'Send a lead. Creates or updates the person, records the event, routes it and fires webhooks.',
    method: 'POST',
    path: '/events',
    roles: EVERYONE,
    reading: 'lead',
    bodyResource: events,
    rpc: 'ingestEvent',
    // Without strict handling the service ignores unknown references: a lead must not be lost.
    request: ({ body, mask, mode, ignored = [] }) => ({
      record: body as Event,
      mask: [...mask],
      options: { handling: mode === 'strict' ? 'strict' : 'lenient' },
      ignored: ignored.slice(0, 100).map((name) => name.slice(0, 255)),
    }),
    respond: ({ person, created, eventId, duplicateOf, shownFields = [] }) =>
      person
        ? {
            status: created ? 201 : 200,
            body: shownFields.length > 0 ? render(person, shownFields) : render(person),
            headers: {
              'X-Event-Id': String(eventId),
              Location: `/v1/events/${eventId}`,
              ...(duplicateOf !== undefined && { 'X-Duplicate-Event': String(duplicateOf) }),
            },
          }
        : { status: 204 },
    responses: {
      200: {
        description:
          'The existing person; for a caller who may not see it, its id and what the caller sent. X-Event-Id contains the id of the event. For the same inquiry within 60 s, X-Duplicate-Event contains the id of the first event.',
        schema: 'AcceptedLead',
        headers: ['X-Event-Id', 'Location', 'X-Duplicate-Event'],
      },
      201: {
        description: 'The new person. X-Event-Id contains the id of the event.',
        schema: 'AcceptedLead',
        headers: ['X-Event-Id', 'Location'],
      },
      204: { description: 'A lead-flow rule ignores this source; nothing was stored.' },
    },
  }),
  defineAction({
    service: 'people',
    resource: 'events',
    definition: EventServiceDefinition,
    name: 'journey',
    summary: 'Retrieve what happened to a lead, in order.',
    method: 'GET',
    path: '/events/:id/journey',
    roles: EVERYONE,
    rpc: 'readEventJourney',
    request: ({ id }) => ({ id }),
    respond: ({ eventId, personId, steps, incomplete }) => ({
      status: 200,
      body: {
        eventId,
        personId,
        steps: steps.map(({ step, at = new Date(0), detailsJson }) => ({
          step,
          at: renderTime(at),
          ...(JSON.parse(detailsJson) as object),
        })),
        incomplete,
      },
    }),
    responses: {
      200: {
        description:
          'The steps with their times: `received` (system, source, ignored fields), `matched` (person, by which value), `routed` (rule, or why none fitted), `assigned`, `notified` (user and channels), `planStarted`, and for the owner `webhook` (event, webhook, status). `incomplete` names services that did not answer. A step is visible within 5 s.',
        schema: {
          type: 'object',
          properties: {
            eventId: { type: 'integer', description: 'The event.' },
            personId: { type: 'integer', description: 'The person of the event; after a merge the survivor.' },
            steps: {
              type: 'array',
              description: 'What happened, oldest first. Each kind of step has further fields.',
              items: {
                type: 'object',
                properties: {
                  step: {
                    type: 'string',
                    enum: JOURNEY_STEPS,
                    description:
                      '`received`: the lead arrived. `matched`: a person was found or created. `routed`: a rule of lead flow applied, or none. `assigned`: a user, pond or group got the person. `notified`: a user got a notification. `planStarted`: an action plan was applied. `webhook`: a delivery, with its present status.',
                  },
                  at: {
                    type: 'string',
                    format: 'date-time',
                    description: 'When it happened; of a webhook the last attempt.',
                  },
                },
                required: ['step', 'at'],
                additionalProperties: true,
              },
            },
            incomplete: {
              type: 'array',
              items: { type: 'string' },
              description: 'Services that did not answer; their steps are missing.',
            },
          },
          required: ['eventId', 'personId', 'steps', 'incomplete'],
        },
      },
    },
  }),
];
