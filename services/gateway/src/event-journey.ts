import { missingScopes, type Actor } from '@porchlight/access';
import {
  LeadJourneyServiceDefinition,
  type JourneyStep,
  type ReadEventJourneyResponse,
  type ReadLeadStepsRequest,
} from '@porchlight/contracts';
import type { ForwardAction, Forwarded } from '@porchlight/edge';
import { createRpcClient, type Channel } from '@porchlight/rpc';

/** RPC that returns the steps of the people service; the action is `people.events.journey`. */
const JOURNEY_RPC = 'readEventJourney';
/** Services that act on leads besides people. */
const SERVICES = ['notifier', 'marketing'] as const;
/** Longest wait for one of them, ms: the journey is shown without its steps. */
const TIMEOUT_MS = 2_000;

/** Order of steps at the same time. */
const ORDER = ['received', 'matched', 'routed', 'assigned', 'notified', 'planStarted', 'webhook'];

/** The owner sees webhooks, unless the scopes of the credentials exclude them. */
const seesWebhooks = ({ role, scopes }: Actor): boolean =>
  role === 'Owner' && missingScopes(scopes, 'notifier.webhooks.list', 'GET') === undefined;

const timeOf = ({ at }: JourneyStep): number => at?.getTime() ?? 0;

/** Steps in the order in which they happened. */
const sortSteps = (steps: readonly JourneyStep[]): JourneyStep[] =>
  steps.toSorted((one, two) => timeOf(one) - timeOf(two) || ORDER.indexOf(one.step) - ORDER.indexOf(two.step));

/**
 * Joins the journey of a lead (D13.9) from the services that act on leads. The people service checks that the caller
 * may see the event; a service that does not answer is named in `incomplete`.
 */
export const withEventJourney = (
  forwardAction: ForwardAction,
  channels: Readonly<Record<(typeof SERVICES)[number], Channel>>,
): ForwardAction => {
  const clients = SERVICES.map((service) => ({
    service,
    client: createRpcClient(LeadJourneyServiceDefinition, channels[service]),
  }));

  const readOthers = async (lead: ReadLeadStepsRequest, { actor, requestId }: Forwarded) => {
    const as = { accountId: actor.accountId, userId: 0, role: 'Operator' } as const;
    const options = { actor: as, requestId, timeoutMs: TIMEOUT_MS };
    return Promise.all(
      clients.map(({ service, client }) =>
        client.readLeadSteps(lead, options).then(
          ({ steps }) => ({ steps, incomplete: [] }),
          () => ({ steps: [], incomplete: [service] }),
        ),
      ),
    );
  };

  return async (action, request, call) => {
    if (action.rpc !== JOURNEY_RPC) return forwardAction(action, request, call);
    const journey = (await forwardAction(action, request, call)) as ReadEventJourneyResponse;
    const { eventId, personId, isNew } = journey;
    const others = await readOthers({ eventId, personId, isNew, withWebhooks: seesWebhooks(call.actor) }, call);
    return {
      ...journey,
      steps: sortSteps([...journey.steps, ...others.flatMap(({ steps }) => steps)]),
      incomplete: others.flatMap(({ incomplete }) => incomplete),
    } satisfies ReadEventJourneyResponse;
  };
};
