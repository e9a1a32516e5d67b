import { CalendarServiceDefinition } from '@porchlight/contracts';
import { getState, sendHead } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import { Router } from 'express';
import { GATEWAY } from '../auth-clients';

interface CalendarOptions {
  readonly people: Channel;
  readonly timeoutMs: number;
}

/** Calendar programs ask for text/calendar. */
export const isCalendarPath = (path: string): boolean => /^\/v1\/calendar\/[^/]/i.test(path);

/** Serves calendars by the token in their address (D12.1), which is the only credential: programs send no other. */
export const calendarRoutes = ({ people, timeoutMs }: CalendarOptions): Router => {
  const client = createRpcClient(CalendarServiceDefinition, people);
  const router = Router();
  router.get('/calendar/:token', async (req, res) => {
    getState(req).operation = 'people.calendars.read';
    const { calendar } = await client.readCalendar({ token: String(req.params.token) }, { actor: GATEWAY, timeoutMs });
    if (calendar === undefined) throw refuse('NOT_FOUND', { what: 'calendar' });
    const body = Buffer.from(calendar);
    sendHead(res, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Length': body.length,
      'Content-Disposition': 'attachment; filename="appointments.ics"',
      'Cache-Control': 'private, no-store',
    }).end(body);
  });
  return router;
};
