import { defineAction, type Action } from '@porchlight/resource';
import { CalendarFeedServiceDefinition } from '../generated/porchlight/people/v1/calendar_service';
import { EVERYONE } from '../roles';
import { objectOf, text } from '../schemas';

const feed = {
  service: 'people',
  resource: 'calendarFeed',
  definition: CalendarFeedServiceDefinition,
  roles: EVERYONE,
  path: '/me/calendarFeed',
  describe: { url: 'Address of the calendar.' },
} as const;

/** The calendar feed of the calling user (D12.1). */
export const calendarActions: readonly Action[] = [
  defineAction({
    ...feed,
    name: 'create',
    summary:
      'Create the address of a calendar with your appointments, for calendar programs (iCalendar). The address alone ' +
      'gives access to them. The response is the only place that contains it; an earlier address ends.',
    method: 'POST',
    rpc: 'startCalendarFeed',
    request: () => ({}),
    respond: ({ token }, { publicBaseUrl }) => ({
      status: 201,
      body: { url: `${publicBaseUrl}/v1/calendar/${token}` },
      headers: { 'Cache-Control': 'no-store' },
    }),
    responses: { 201: { description: 'The address.', schema: objectOf({ url: text }, ['url']) } },
  }),
  defineAction({
    ...feed,
    name: 'delete',
    summary: 'End the address of your calendar.',
    method: 'DELETE',
    rpc: 'endCalendarFeed',
    request: () => ({}),
    respond: () => ({ status: 204 }),
    responses: { 204: { description: 'The address is ended.' } },
  }),
];
