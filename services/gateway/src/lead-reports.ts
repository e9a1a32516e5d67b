import type { ReportedLead, ReportReceivedLeadsRequest } from '@porchlight/contracts';
import { getState, readPathname } from '@porchlight/edge';
import type { Clock, Ids, Logger, Metrics } from '@porchlight/runtime';
import type { Request, RequestHandler, Response } from 'express';

interface LeadReportsOptions {
  /** Stores the reports in the people service. */
  readonly record: (request: ReportReceivedLeadsRequest) => Promise<unknown>;
  readonly clock: Pick<Clock, 'date'>;
  readonly ids: Pick<Ids, 'eventId'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Time between two calls of `record`, ms. */
  readonly everyMs?: number;
}

/** Reports that wait, and characters of their bodies; further ones are counted and dropped. */
const MAX_WAITING = 1_000;
const MAX_WAITING_CHARACTERS = 4_194_304;
/** Reports of one call. */
const MAX_PER_CALL = 100;
/** Characters of a body (D13.9: 64 kB). */
const MAX_BODY = 65_536;
const MAX_NAME = 255;
const EVENTS = /^\/v1\/+events\/?$/i;

const readName = (body: unknown, name: string): string | undefined => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME) : undefined;
};

const readBody = (body: unknown): string | undefined => {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body.toString('utf8', 0, MAX_BODY);
  return JSON.stringify(body).slice(0, MAX_BODY);
};

/**
 * Reports leads that made no event to the people service: those that a rule of lead flow ignored and those that were
 * refused (D13.9). Reports are sent every second after the response; accepted leads are recorded from their events.
 */
export const createLeadReports = ({ record, clock, ids, metrics, logger, everyMs = 1_000 }: LeadReportsOptions) => {
  const dropped = metrics.counter('lead_reports_dropped_total', 'Refused leads that receivedLeads does not show.');
  let waiting: ReportedLead[] = [];
  let characters = 0;

  const add = (lead: ReportedLead): void => {
    const size = lead.body?.length ?? 0;
    if (waiting.length >= MAX_WAITING || characters + size > MAX_WAITING_CHARACTERS) return dropped.inc();
    characters += size;
    waiting.push(lead);
  };
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const leads = waiting.slice(0, MAX_PER_CALL);
      try {
        await record({ leads });
      } catch (error) {
        logger.warn(
          { event: 'lead-reports.unsent', err: error },
          'refused leads could not be stored; they are sent again',
        );
        return;
      }
      waiting = waiting.slice(leads.length);
      for (const { body } of leads) characters -= body?.length ?? 0;
    }
  };
  let running: Promise<void> | undefined;
  const flushOnce = (): Promise<void> => (running ??= flush().finally(() => (running = undefined)));
  const timer = setInterval(() => void flushOnce(), everyMs).unref();

  const report = (req: Request, res: Response): void => {
    const { actor, ignored = [], outcome, error } = getState(req);
    const status = res.statusCode;
    if (!actor || !res.writableFinished || (status < 400 && status !== 204)) return;
    const body: unknown = req.body;
    const [source, type] = [readName(body, 'source'), readName(body, 'type')];
    const text = status === 204 ? undefined : readBody(body);
    add({
      accountId: actor.accountId,
      key: ids.eventId(),
      created: clock.date(),
      result: status === 204 ? 'ignored' : 'refused',
      status,
      ignored: ignored.slice(0, 100).map((name) => name.slice(0, MAX_NAME)),
      ...(actor.system !== undefined && { system: actor.system }),
      ...(source !== undefined && { source }),
      ...(type !== undefined && { type }),
      ...(status !== 204 && { error: `${outcome}: ${error ?? ''}`.slice(0, 2_000) }),
      ...(text !== undefined && { body: text }),
    });
  };

  return {
    /** Middleware before the routes. */
    handler: ((req, res, next) => {
      if (req.method === 'POST' && EVENTS.test(readPathname(req))) res.once('close', () => report(req, res));
      next();
    }) satisfies RequestHandler,
    /** Sends the remaining reports, and stops. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await flushOnce();
      await flushOnce();
    },
  };
};
