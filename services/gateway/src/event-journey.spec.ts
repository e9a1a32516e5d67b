import type { Actor } from '@porchlight/access';
import { allActions, type JourneyStep, type ReadLeadStepsRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Channel } from '@porchlight/rpc';
import { withEventJourney } from './event-journey';

const JOURNEY = allActions.find(({ rpc }) => rpc === 'readEventJourney')!;

const createStep = (step: string, second: number): JourneyStep => ({
  step,
  at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
  detailsJson: '{}',
});

/** A service with these steps; without steps it does not answer. */
const createChannel = (steps: readonly JourneyStep[] | undefined) => {
  const requests: { withWebhooks: boolean; actor: Actor | undefined }[] = [];
  const channel: Channel = {
    ready: async () => true,
    close: async () => undefined,
    call: async (_method, request, options) => {
      const { withWebhooks } = request as ReadLeadStepsRequest;
      requests.push({ withWebhooks, actor: options?.actor });
      if (!steps) throw refuse('UNAVAILABLE');
      return { steps };
    },
  };
  return { channel, requests };
};

const read = async (
  notifier: ReturnType<typeof createChannel>,
  marketing: ReturnType<typeof createChannel>,
  actor: Partial<Actor> = {},
) => {
  const own = {
    eventId: 12,
    personId: 7,
    isNew: true,
    steps: [createStep('received', 1), createStep('matched', 1)],
    incomplete: [],
  };
  const forward = withEventJourney(async () => own, { notifier: notifier.channel, marketing: marketing.channel });
  const call = {
    actor: { accountId: 5, userId: 1, role: 'Owner', ...actor },
    requestId: 'r',
    suppressOwn: false,
  } as const;
  return (await forward(JOURNEY, { id: 12 }, call)) as typeof own & { incomplete: string[] };
};

describe('D13.9 (3) the journey of a lead at the gateway', () => {
  test('given steps of several services, then they are in the order of their times', async () => {
    const journey = await read(
      createChannel([createStep('webhook', 4), createStep('notified', 2)]),
      createChannel([createStep('planStarted', 3)]),
    );
    expect(journey.steps.map(({ step }) => step)).toEqual([
      'received',
      'matched',
      'notified',
      'planStarted',
      'webhook',
    ]);
    expect(journey.incomplete).toEqual([]);
  });

  test('given a service that does not answer, then it is named in incomplete, and the others are shown', async () => {
    const journey = await read(createChannel(undefined), createChannel([createStep('planStarted', 3)]));
    expect(journey.incomplete).toEqual(['notifier']);
    expect(journey.steps.map(({ step }) => step)).toEqual(['received', 'matched', 'planStarted']);
  });

  test.each<[string, Partial<Actor>, boolean]>([
    ['the owner', {}, true],
    ['a token of the owner without webhooks', { scopes: ['people'] }, false],
    ['a broker', { role: 'Broker' }, false],
    ['an agent', { role: 'Agent' }, false],
  ])('given %s, then webhooks are requested: %#', async (_, actor, withWebhooks) => {
    const notifier = createChannel([]);
    await read(notifier, createChannel([]), actor);
    expect(notifier.requests).toMatchObject([{ withWebhooks, actor: { accountId: 5, role: 'Operator' } }]);
  });

  test('given the action, then the response has a row for each step with its time', () => {
    const response = JOURNEY.respond!(
      {
        eventId: 12,
        personId: 7,
        isNew: true,
        steps: [{ ...createStep('routed', 1), detailsJson: '{"ruleId":3}' }],
        incomplete: [],
      },
      {} as never,
    );
    expect(response.body).toEqual({
      eventId: 12,
      personId: 7,
      steps: [{ step: 'routed', at: '2026-01-01T00:00:01Z', ruleId: 3 }],
      incomplete: [],
    });
  });
});
