import { createList } from './fake-api';

/** The responses that the page of a person reads besides the person: nothing happened yet. */
export const PERSON_ANSWERS = {
  'GET /v1/events': createList('events', []),
  'GET /v1/notes': createList('notes', []),
  'GET /v1/calls': createList('calls', []),
  'GET /v1/textMessages': createList('textMessages', []),
  'GET /v1/emails': createList('emails', []),
  'GET /v1/tasks': createList('tasks', []),
  'GET /v1/deals': createList('deals', []),
  'GET /v1/pipelines': createList('pipelines', []),
  'GET /v1/actionPlansPeople': createList('actionPlansPeople', []),
  'GET /v1/actionPlans': createList('actionPlans', []),
  'GET /v1/appointments': createList('appointments', []),
  'GET /v1/appointmentTypes': createList('appointmenttypes', []),
  'GET /v1/appointmentOutcomes': createList('appointmentoutcomes', [
    { id: 1, name: 'Completed' },
    { id: 2, name: 'No-show' },
  ]),
  'GET /v1/automationsPeople': createList('automationsPeople', []),
  'GET /v1/automations': createList('automations', []),
  'GET /v1/conversations': createList('conversations', []),
  'GET /v1/personAttachments': createList('personAttachments', []),
  'GET /v1/threadedReplies': createList('threadedReplies', []),
  'GET /v1/reactions': createList('reactions', []),
  'GET /v1/suppressions': createList('suppressions', []),
  'GET /v1/peopleRelationships': createList('peopleRelationships', []),
  'GET /v1/customFields': createList('customFields', []),
  'GET /v1/stages': createList('stages', [
    { id: 1, name: 'Lead' },
    { id: 2, name: 'Hot Prospect' },
  ]),
  'GET /v1/users': createList('users', [
    { id: 7, name: 'Olive Owner' },
    { id: 8, name: 'Alan Agent' },
  ]),
  'GET /v1/ponds': createList('ponds', []),
  'GET /v1/timeframes': createList('timeframes', []),
  'GET /v1/me': { id: 7, phone: '555-0000' },
};

/** A response with an entity tag. */
export const tagged = (body: object): Response => Response.json(body, { headers: { etag: '"4"' } });
