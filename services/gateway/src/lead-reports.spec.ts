import { EventEmitter } from 'node:events';
import type { ReportedLead } from '@porchlight/contracts';
import type { Request, Response } from 'express';
import { createMetrics } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { createLeadReports } from './lead-reports';

/** A request as it is when its response has ended. */
const exchange = (status: number, { body, path = '/v1/events' }: { body?: unknown; path?: string } = {}) => {
  const edge = {
    actor: { accountId: 7, userId: 1, role: 'Owner', system: 'Site' },
    outcome: 'INVALID_BODY',
    error: 'No.',
  };
  const req = { method: 'POST', originalUrl: path, url: path, body, edge } as unknown as Request;
  const res = Object.assign(new EventEmitter(), { statusCode: status, writableFinished: true }) as unknown as Response;
  return { req, res };
};

describe('D13.9 reports of leads without an event', () => {
  let stored: ReportedLead[];
  let failures: number;
  const open = () =>
    createLeadReports({
      record: async ({ leads }) => {
        if (failures-- > 0) throw new Error('unavailable');
        stored.push(...leads);
      },
      clock: { date: () => new Date(0) },
      ids: { eventId: () => `key-${Math.random()}` },
      metrics: createMetrics({ service: 'gateway', processMetrics: false }),
      logger: captureLogger().logger,
      everyMs: 5,
    });
  const serve = (reports: ReturnType<typeof open>, { req, res }: ReturnType<typeof exchange>): void => {
    reports.handler(req, res, () => undefined);
    res.emit('close');
  };
  beforeEach(() => {
    stored = [];
    failures = 0;
  });

  test('When a lead is refused, Then its error, source and body are reported', async () => {
    const reports = open();
    serve(reports, exchange(400, { body: { source: 'Portal', type: 'Registration', person: {} } }));
    await reports.stop();
    expect(stored).toMatchObject([
      { accountId: 7, system: 'Site', source: 'Portal', type: 'Registration', result: 'refused', status: 400 },
    ]);
    expect(stored[0]).toMatchObject({ error: 'INVALID_BODY: No.', body: expect.stringContaining('"Portal"') });
  });

  test('When the body is not JSON, Then its text is reported', async () => {
    const reports = open();
    serve(reports, exchange(400, { body: Buffer.from('{"person":') }));
    await reports.stop();
    expect(stored[0]?.body).toBe('{"person":');
  });

  test('When a rule ignores a lead, Then it is reported without its body', async () => {
    const reports = open();
    serve(reports, exchange(204, { body: { source: 'Spam' } }));
    await reports.stop();
    expect(stored).toMatchObject([{ result: 'ignored', source: 'Spam' }]);
    expect(stored[0]).not.toHaveProperty('body');
  });

  test('When a lead is accepted, or another request is refused, Then nothing is reported', async () => {
    const reports = open();
    serve(reports, exchange(201));
    serve(reports, exchange(400, { path: '/v1/people' }));
    await reports.stop();
    expect(stored).toEqual([]);
  });

  test('When the people service does not answer, Then the reports are sent again', async () => {
    failures = 2;
    const reports = open();
    serve(reports, exchange(400));
    await eventually(() => expect(stored).toHaveLength(1));
    await reports.stop();
  });

  test('When a body is larger than 64 kB, Then its beginning is reported', async () => {
    const reports = open();
    serve(reports, exchange(400, { body: { message: 'x'.repeat(100_000) } }));
    await reports.stop();
    expect(stored[0]?.body).toHaveLength(65_536);
  });
});
