import {
  createEventPaths,
  EVERYONE,
  formatNotification,
  type StreamServiceDefinition,
  type EventPaths,
  type Registry,
  type StreamEvent,
} from '@porchlight/contracts';
import {
  getActor,
  permit,
  readForwardHeaders,
  readQuery,
  refuseMethod,
  sendHead,
  type Credentials,
  type Forward,
  type ResourceRoutesOptions,
  type RouteTable,
} from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { parseParameters } from '@porchlight/resource';
import type { CallOptions, RpcClient } from '@porchlight/rpc';
import type { ServiceContext } from '@porchlight/runtime';
import type { Request, Response } from 'express';
import { formatStart } from './format-stream';
import { openStreamResponse, type StreamResponse } from './open-stream-response';
import { createStreamBacklog } from './stream-backlog';
import { createStreamFeed } from './stream-feed';
import { createFindVisible } from './visible-events';
import { watchCaller } from './watch-caller';

/** Clients reconnect after 1 to 3 s, at different times. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 2_000;
/** Longest id of a client; longer ones name no event. */
const MAX_EVENT_ID = 200;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // nginx would collect events before it passes them on.
  'X-Accel-Buffering': 'no',
};

interface StreamOptions extends Pick<ServiceContext<unknown>, 'logger' | 'metrics' | 'ids'> {
  readonly registry: Registry;
  readonly client: RpcClient<typeof StreamServiceDefinition>;
  /** The gateway is the caller. */
  readonly as: CallOptions;
  readonly credentials: Credentials;
  readonly forward: Forward;
  readonly publicBaseUrl: string;
}

/** The open streams of this gateway. */
export interface Streams {
  readonly addRoute: (table: RouteTable, steps: Pick<ResourceRoutesOptions, 'user' | 'system'>) => void;
  /** Ends all streams; new ones are refused with 503, so that clients open them at another gateway. */
  readonly stop: () => void;
}

const formatStreamEvent = (
  { eventId: id, event, occurred = new Date(0), ids, dataJson }: StreamEvent,
  { formatUri }: Pick<EventPaths, 'formatUri'>,
): string => formatNotification({ id, event, occurred, dataJson, records: { ids, uri: formatUri(event, ids) } });

const createStreamMetrics = (metrics: StreamOptions['metrics'], open: () => number) => {
  metrics.gauge('streams_open', 'Open connections of GET /v1/stream.', [], open);
  return {
    sent: metrics.counter('stream_events_total', 'Events that were sent to streams.'),
    resets: metrics.counter('stream_resets_total', 'Streams whose client missed events and got the event reset.'),
    ended: metrics.counter(
      'stream_credentials_ended_total',
      'Streams that ended with the credentials of their caller.',
    ),
  };
};

/** GET /v1/stream: the webhook events of the account, as the caller may see them, while they happen (D13.9). */
export const createStreams = (options: StreamOptions): Streams => {
  const { registry, client, as, credentials, forward, publicBaseUrl, logger, ids } = options;
  const feed = createStreamFeed({ client, as, logger });
  const backlog = createStreamBacklog(LIMITS.streamBacklogBytes.value);
  const paths = createEventPaths(registry, publicBaseUrl);
  const findVisible = createFindVisible({ paths, forward });
  const open = new Set<StreamResponse>();
  const metrics = createStreamMetrics(options.metrics, () => open.size);
  let opening = 0;
  let isStopped = false;

  const serve = async (req: Request, res: Response): Promise<void> => {
    const { accountId } = getActor(req);
    const connectionId = ids.eventId();
    const lastEventId = String(req.headers['last-event-id'] ?? '').slice(0, MAX_EVENT_ID);
    const { position, reset } = await client.openStream({ accountId, connectionId, lastEventId }, as);
    const close = (): void => void client.closeStream({ accountId, connectionId }, as).catch(() => undefined);
    if (res.closed || isStopped) {
      close();
      throw refuse('UNAVAILABLE');
    }
    const call = readForwardHeaders(req);
    const stream = openStreamResponse(res, {
      accountId,
      connectionId,
      position,
      backlog,
      findVisible: (events) => findVisible(events, { ...call, actor: getCaller() }),
      format: (event) => formatStreamEvent(event, paths),
      onSent: (events) => metrics.sent.inc(events),
      onReset: () => metrics.resets.inc(),
    });
    const getCaller = watchCaller(credentials, req, res, () => {
      metrics.ended.inc();
      stream.end();
    });
    open.add(stream);
    res.once('close', () => {
      open.delete(stream);
      feed.leave(stream);
      close();
    });
    sendHead(res, 200, HEADERS);
    res.write(formatStart(RETRY_MS + Math.floor((ids.random(1)[0]! / 256) * RETRY_SPREAD_MS), position, reset));
    if (reset) metrics.resets.inc();
    feed.join(stream);
  };

  return {
    addRoute(table, { user, system }) {
      table.add('GET', '/stream', user, permit('gateway.stream.read', EVERYONE), system, async (req, res) => {
        parseParameters({}, readQuery(req));
        if (req.method === 'HEAD') return void sendHead(res, 200, HEADERS).end();
        if (isStopped) throw refuse('UNAVAILABLE');
        const limit = LIMITS.streams.value;
        if (open.size + opening >= limit) throw refuse('OVERLOADED', { what: 'open streams', limit });
        opening += 1;
        try {
          await serve(req, res);
        } finally {
          opening -= 1;
        }
      });
      table.add('ALL', '/stream', user, refuseMethod(['GET']));
    },
    stop() {
      isStopped = true;
      for (const stream of open) stream.end();
    },
  };
};
