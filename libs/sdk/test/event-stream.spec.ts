import { createPorchlight, type PorchlightOptions, type StreamedEvent } from '../src';
import { json, startFakeService, type FakeService } from './fake-service';

let service: FakeService;
beforeAll(async () => (service = await startFakeService()));
beforeEach(() => void (service.received.length = 0));
afterAll(() => service.stop());

const open = (options: Partial<PorchlightOptions> = {}) =>
  createPorchlight({ baseUrl: service.url, apiKey: 'key', system: { name: 'Site', key: 'secret' }, ...options });
const format = (nth: number): string => `id: e-${nth}\nevent: peopleCreated\ndata: {"resourceIds":[${nth}]}\n\n`;

/** Reads events until there are `count` of them. */
const read = async (stream: AsyncIterable<StreamedEvent>, count: number): Promise<StreamedEvent[]> => {
  const events: StreamedEvent[] = [];
  for await (const event of stream) if (events.push(event) === count) break;
  return events;
};

describe('D13.9 (5) the stream of events', () => {
  it('given events in pieces and comments, then each event is returned once', async () => {
    service.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 10\nid: e-0\n\n:\nid: e-0\n\n');
      for (const piece of [format(1).slice(0, 20), format(1).slice(20), format(2).replaceAll('\n', '\r\n')])
        response.write(piece);
    };
    expect(await read(open().stream(), 2)).toEqual([
      { id: 'e-1', event: 'peopleCreated', data: { resourceIds: [1] } },
      { id: 'e-2', event: 'peopleCreated', data: { resourceIds: [2] } },
    ]);
    expect(service.received[0]!.headers).toMatchObject({
      accept: 'text/event-stream',
      authorization: `Basic ${btoa('key:')}`,
      'x-system': 'Site',
    });
  });

  it('given a stream that ends, then it is opened again after its last event', async () => {
    service.respond = ({ headers }, response) => {
      const from = Number(String(headers['last-event-id'] ?? 'e-0').slice(2));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`retry: 5\n\n${format(from + 1)}`);
    };
    expect((await read(open().stream(), 3)).map(({ id }) => id)).toEqual(['e-1', 'e-2', 'e-3']);
    expect(service.received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'e-1', 'e-2']);
  });

  it('given 503 and 429, then the stream is opened again', async () => {
    const statuses = [503, 429, 200];
    service.respond = (_request, response) => {
      const status = statuses.shift()!;
      if (status === 200) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(format(1));
      else json(response, status, { errorCode: 'X', errorMessage: 'x' }, { 'retry-after': '0' });
    };
    expect(await read(open().stream({ lastEventId: 'e-0' }), 1)).toHaveLength(1);
    expect(service.received).toHaveLength(3);
  });

  it('given credentials that ended, then the iteration throws', async () => {
    service.respond = (_request, response) =>
      json(response, 401, { errorCode: 'UNAUTHENTICATED', errorMessage: 'The key is not valid.' });
    await expect(read(open().stream(), 1)).rejects.toMatchObject({ status: 401, reason: 'UNAUTHENTICATED' });
  });

  it('given a signal, then the iteration ends', async () => {
    service.respond = (_request, response) => void response.writeHead(200).flushHeaders();
    const end = new AbortController();
    const reading = read(open().stream({ signal: end.signal }), 1);
    setTimeout(() => end.abort(), 20);
    await expect(reading).rejects.toMatchObject({ reason: 'ABORTED' });
  });

  it('given a listener of positions, then it gets the first at the start and each later one after its event', async () => {
    service.respond = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`retry: 10\nid: e-0\n\n:\nid: e-0\n\n${format(1)}:\nid: e-1\n\n:\nid: e-2\n\n${format(3)}`);
    const steps: string[] = [];
    for await (const { id } of open().stream({ onPosition: (position) => steps.push(`at ${position}`) })) {
      steps.push(id);
      if (id === 'e-3') break;
    }
    expect(steps).toEqual(['at e-0', 'e-1', 'at e-1', 'at e-2', 'e-3']);
  });

  it('given a stream that is ended before its first event, then its position continues it', async () => {
    service.respond = (_request, response) => response.writeHead(200).write('retry: 10\nid: e-5\n\n');
    const end = new AbortController();
    const positions: string[] = [];
    const onPosition = (id: string): void => {
      positions.push(id);
      end.abort();
    };
    await expect(read(open().stream({ signal: end.signal, onPosition }), 1)).rejects.toMatchObject({
      reason: 'ABORTED',
    });
    service.respond = (_request, response) => response.writeHead(200).end(format(6));
    expect(await read(open().stream({ lastEventId: positions[0]! }), 1)).toHaveLength(1);
    expect(service.received.at(-1)!.headers['last-event-id']).toBe('e-5');
  });

  it('given missed events, then the position after them comes only after reset was handled', async () => {
    service.respond = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`retry: 10\n\nid: e-9\nevent: reset\ndata: {}\n\n${format(10)}`);
    const steps: string[] = [];
    const onPosition = (position: string): unknown => steps.push(`at ${position}`);
    for await (const { event } of open().stream({ lastEventId: 'old', onPosition })) {
      steps.push(event);
      if (event !== 'reset') break;
    }
    expect(steps).toEqual(['reset', 'at e-9', 'peopleCreated']);
  });

  it('given a listener of positions that fails, then the stream ends with its error and is not opened again', async () => {
    service.respond = (_request, response) => response.writeHead(200).write('id: e-0\n\n');
    const onPosition = () => Promise.reject(new Error('The disk is full.'));
    await expect(read(open().stream({ onPosition }), 1)).rejects.toThrow('The disk is full.');
    expect(service.received).toHaveLength(1);
  });
});
