import { createEdgeApp, type Served } from '@porchlight/edge';
import type { Channel } from '@porchlight/rpc';
import { exchange } from '@porchlight/testkit/src/exchange';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import { Agent } from 'node:http';
import { calendarRoutes, isCalendarPath } from './calendar-routes';

const lines: Served[] = [];
const agent = new Agent();
let started: Listening;

beforeAll(async () => {
  const people = {
    call: async (_method: unknown, { token }: { token: string }) => ({
      calendar: token === 'known' ? 'BEGIN:VCALENDAR\r\n' : undefined,
    }),
  } as unknown as Channel;
  const app = createEdgeApp(
    {
      now: () => 0,
      requestId: () => 'r',
      served: (line) => lines.push(line),
      fault: () => undefined,
      acceptsAny: ({ originalUrl }) => isCalendarPath(originalUrl),
      api: [calendarRoutes({ people, timeoutMs: 1_000 })],
    },
    () => undefined,
  );
  started = await listen(app);
});
afterAll(() => {
  agent.destroy();
  return started.stop();
});

const get = (path: string, accept = 'text/calendar') =>
  exchange({ agent, port: started.port, method: 'GET', path, headers: { accept } });

describe('D12.1 GET /v1/calendar/<token>', () => {
  it('given a token, then the calendar is returned without other credentials', async () => {
    const { status, headers, bytes } = await get('/v1/calendar/known');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    expect(bytes.toString()).toBe('BEGIN:VCALENDAR\r\n');
  });

  it('given an unknown token, then the response is 404', async () => {
    expect((await get('/v1/calendar/other')).status).toBe(404);
  });

  it('given a request, then its log line does not contain the token', async () => {
    lines.length = 0;
    await get('/v1/calendar/known', '*/*');
    expect(lines).toMatchObject([{ path: '/v1/calendar/***', operation: 'people.calendars.read', status: 200 }]);
  });
});
