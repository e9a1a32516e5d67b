import { formatTopic, type BatchHandler, type BusMessage } from '@porchlight/bus';
import { decodeChange, DESTROYING_TYPES, type FactClaim } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Metrics } from '@porchlight/runtime';
import { column } from '@porchlight/store';
import { again, defineJob, done } from '../jobs/define-job';
import type { OpenJobs } from '../jobs/open-jobs';
import type { JobRunner } from '../jobs/run-jobs';
import { createConfirmClaims, type ConfirmOptions } from './confirm-claims';

interface ProofOptions extends ConfirmOptions {
  readonly openJobs: OpenJobs;
  readonly metrics: Metrics;
}

export type FactProofs = ReturnType<typeof createFactProofs>;

interface WaitingPorts {
  /** Whether the owner confirms the message; undefined if it does not answer now. */
  confirm(message: BusMessage, signal: AbortSignal): Promise<boolean | undefined>;
  handle(group: string, message: BusMessage, topic: string, signal: AbortSignal): Promise<void>;
}

/** A fact whose owner did not answer. It waits here, so that its consumer group continues. */
const waitingFact = defineJob({
  name: 'waitingFacts',
  key: { group: column.text, id: column.text },
  data: { topic: column.text, type: column.text, time: column.date, value: column.binary },
  every: '5s',
  stepTimeout: '60s',
  step:
    ({ confirm, handle }: WaitingPorts) =>
    async ({ job: { accountId, key, data }, call }) => {
      const { topic, type, time, value } = data;
      const message = { key: String(accountId), id: key.id, type, time, value };
      const isTrue = await confirm(message, call.signal);
      // Waiting uses up no tries: an owner may be away for long, or of an earlier version.
      if (isTrue === undefined) return again({ after: '5s' });
      if (!isTrue) throw new Error(`${ownerOf(type)} does not confirm ${type}.`);
      await handle(key.group, message, topic, call.signal);
      return done();
    },
});

const readClaim = ({ type, value }: BusMessage): FactClaim => {
  const { accountId, ids, dataJson } = decodeChange(value);
  return { type, accountId, ids, dataJson };
};

const ownerOf = (type: string): string => type.slice(0, type.indexOf('.'));

/** The type in the header decides what is confirmed; the change inside must not say something else. */
const isConsistent = ({ type, value }: BusMessage): boolean => {
  const { service, resource, verb } = decodeChange(value);
  return verb === '' || type === `${service}.${resource}.${verb}`;
};

/**
 * Lets a consumer group act on a message that deletes or reassigns only after the owning service confirms it (N4). One
 * call for each batch of a topic. What the owner denies becomes a dead letter. If the owner does not answer, the
 * message is stored and tried again, while the group continues.
 */
export const createFactProofs = (options: ProofOptions) => {
  const { logger, metrics } = options;
  const confirm = createConfirmClaims(options);
  const waiting = options.openJobs(waitingFact);
  const handlers = new Map<string, BatchHandler>();
  const refused = metrics.counter(
    'facts_refused_total',
    'Messages that no handler received: denied by the owner, or foreign to their topic.',
    ['group', 'reason'],
  );

  const store = async (group: string, topic: string, messages: readonly BusMessage[]): Promise<void> => {
    if ((await waiting.size()) >= LIMITS.waitingFacts.value)
      throw refuse('UNAVAILABLE', { what: 'the services that own the facts' });
    for (const { id, type, time, value } of messages) {
      const { accountId } = decodeChange(value);
      await waiting.add(accountId, { group, id }, { topic, type, time, value });
    }
  };

  const refuseForeign = (group: string, topic: string, foreign: readonly BusMessage[]): void => {
    if (foreign.length === 0) return;
    refused.inc({ group, reason: 'foreign' }, foreign.length);
    const { id, type } = foreign[0]!;
    logger.error({ event: 'facts.foreign', group, topic, count: foreign.length, id, type });
  };

  return {
    /** Passes proven messages to the handler of a group. A group that only records what it reads needs no proof. */
    guard(group: string, handler: BatchHandler, recordsOnly: boolean): BatchHandler {
      handlers.set(group, handler);
      return async (batch, context) => {
        const isOwn = (message: BusMessage): boolean =>
          formatTopic(ownerOf(message.type)) === context.topic && (recordsOnly || isConsistent(message));
        const { own = [], foreign = [] } = Object.groupBy(batch, (one) => (isOwn(one) ? 'own' : 'foreign'));
        refuseForeign(group, context.topic, foreign);
        const claims = recordsOnly ? [] : own.filter(({ type }) => DESTROYING_TYPES.has(type));
        if (claims.length === 0) return own.length > 0 ? handler(own, context) : undefined;
        // All messages of a topic have one owner.
        const owner = ownerOf(claims[0]!.type);
        const answers = await confirm(owner, claims.map(readClaim), context.signal);
        if (!answers) await store(group, context.topic, claims);
        const withheld = new Set(answers ? claims.filter((_claim, at) => !answers[at]) : claims);
        const proven = own.filter((message) => !withheld.has(message));
        if (proven.length > 0) await handler(proven, context);
        if (!answers) return;
        for (const message of withheld) {
          refused.inc({ group, reason: 'denied' });
          context.reject?.(message, new Error(`${owner} does not confirm ${message.type}.`));
        }
      };
    },
    confirm,
    /** Handles facts whose owner did not answer before. */
    createWorker: (): JobRunner =>
      waiting.createWorker({
        confirm: async (message, signal) => (await confirm(ownerOf(message.type), [readClaim(message)], signal))?.[0],
        handle: async (group, message, topic, signal) => {
          const handler = handlers.get(group);
          if (!handler) throw new Error(`There is no consumer group ${group}.`);
          await handler([message], { topic, partition: 0, signal });
        },
      }),
  };
};
