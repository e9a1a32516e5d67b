import { act, cleanup, screen } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import { useCollection } from '../api/hooks';
import { porchlight, setApiSession } from '../api/porchlight';
import { LIVE_MS, subjectsOf, useLiveUpdates } from './use-live-updates';

const Names = () => {
  useLiveUpdates();
  const people = useCollection(['people'], porchlight.people.list, {});
  const stages = useCollection(['stages'], porchlight.stages.list, {});
  return [...people.rows, ...stages.rows].map(({ name }) => name).join(', ');
};

/** The stream of the service, to which a test sends events. */
const createStream = () => {
  let send: (text: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    send: (event: string) => send(`id: 1\nevent: ${event}\ndata: {}\n\n`),
  };
};

const ADA = { id: 1, name: 'Ada' };
const GRACE = { id: 2, name: 'Grace' };

describe('live data', () => {
  let people = [ADA];
  const setVisible = (state: string): void => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const open = async (stream: Response) => {
    people = [ADA];
    const sent = fakeApi({
      'GET /v1/people': () => createList('people', people),
      'GET /v1/stages': createList('stages', [{ id: 1, name: 'Lead' }]),
      'GET /v1/stream': stream,
    });
    setApiSession({ user: { id: 7 }, account: { id: 1 }, csrfToken: 'token' });
    show(<Names />);
    await act(() => jest.advanceTimersByTimeAsync(100));
    screen.getByText('Ada, Lead');
    people = [ADA, GRACE];
    return { countReads: (path: string) => sent.filter((request) => request.path.startsWith(path)).length };
  };
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  });
  afterEach(() => {
    cleanup();
    setVisible('visible');
    jest.useRealTimers();
  });

  test('given the stream is refused, then the list is read every 10 s; what seldom changes is not (U7)', async () => {
    const { countReads } = await open(refuse(403, 'FORBIDDEN', 'No stream.'));
    await act(() => jest.advanceTimersByTimeAsync(LIVE_MS + 100));
    screen.getByText('Ada, Grace, Lead');
    expect(countReads('/v1/stages')).toBe(1);
  });

  test('given events of the stream, then the list is read within 2 s, once for all of them (U7)', async () => {
    const { response, send } = createStream();
    const { countReads } = await open(response);
    for (let count = 0; count < 5; count += 1) send('peopleCreated');
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    screen.getByText('Ada, Grace, Lead');
    expect(countReads('/v1/people')).toBe(2);
  });

  test('given the stream is open, then nothing is read without an event', async () => {
    const { countReads } = await open(createStream().response);
    await act(() => jest.advanceTimersByTimeAsync(3 * LIVE_MS));
    expect(countReads('/v1/people')).toBe(1);
  });

  test('given the page was hidden, when it is shown, then it reads again and opens a new stream', async () => {
    const { countReads } = await open(createStream().response);
    setVisible('hidden');
    setVisible('visible');
    await act(() => jest.advanceTimersByTimeAsync(100));
    screen.getByText('Ada, Grace, Lead');
    expect(countReads('/v1/stream')).toBe(2);
  });

  test.each([
    ['peopleStageUpdated', ['people']],
    ['tasksDeleted', ['tasks']],
    ['conversationsUpdated', ['conversations']],
    ['pipelineStageCreated', ['pipelines']],
    ['eventsCreated', ['events', 'people', 'notifications']],
  ])('given the event %s, then %p are read again', (event, subjects) => {
    expect(subjectsOf(event)).toEqual(subjects);
  });
});
