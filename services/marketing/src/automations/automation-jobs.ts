import { again, defineJob, done, type Jobs, type Originals } from '@porchlight/backend';
import { people, type Person } from '@porchlight/contracts';
import { column, systemCall } from '@porchlight/store';
import { delayMs } from '../action-plans';
import { startTriggered, type StartParts } from './start-run';

const startKey = { automationId: column.number, personId: column.number, trigger: column.text };
const startData = { text: column.text, cause: column.optional(column.text) };
const replyKey = { automationId: column.number, personId: column.number };
const replyData = {
  /** When the person wrote or called. */
  since: column.date,
  /** Id of that message. */
  trigger: column.text,
};

/** Jobs that start runs. */
export type StartJobs = Jobs<typeof startKey, typeof startData, StartParts>;
/** Jobs that check whether a person got a reply. */
export type ReplyJobs = Jobs<typeof replyKey, typeof replyData, StartParts>;

/** Starts the run of one trigger. */
export const automationStarts = defineJob({
  name: 'automationTriggers',
  key: startKey,
  data: startData,
  every: '1s',
  stepTimeout: '15s',
  concurrency: 8,
  step: (parts: StartParts) => {
    const start = startTriggered(parts);
    return async ({ job, call }) => {
      await start(call, { ...job.key, ...job.data });
      return done();
    };
  },
});

/** When the team last wrote to or called the person; undefined: never. */
const findLastReply = ({ lastSentText, lastOutgoingCall, lastSentEmail }: Person): Date | undefined =>
  [lastSentText, lastOutgoingCall, lastSentEmail]
    .filter((at) => at !== undefined)
    .reduce<Date | undefined>((latest, at) => (latest && latest > at ? latest : at), undefined);

/** The person with times of activity, as the people service has them; undefined if the person is gone. */
const loadPerson = async (originals: Pick<Originals, 'byIds'>, accountId: number, id: number, signal: AbortSignal) => {
  const filters = [{ name: 'includeTrash', values: ['true'] }];
  const [person] = await originals.byIds<Person>(people, { accountId, ids: [id], filters }, signal);
  return person;
};

/** Checks whether a user answered the last message of a person, and starts the automation if not (D12.5). */
export const replyChecks = defineJob({
  name: 'automationReplyChecks',
  key: replyKey,
  data: replyData,
  every: '1s',
  stepTimeout: '15s',
  // The delay counts from the last message.
  onRestart: (stored, added) => (stored.since > added.since ? stored : added),
  step: (parts: StartParts) => {
    const start = startTriggered(parts);
    return async ({ job, call }) => {
      const { automationId, personId } = job.key;
      const { since, trigger } = job.data;
      const automation = await parts.automations.load(systemCall(job.accountId, call.signal), automationId);
      const delay = automation?.trigger.noReplyFor;
      if (automation?.status !== 'Active' || !delay) return done();
      const leftMs = since.getTime() + delayMs(delay) - parts.clock.now();
      if (leftMs > 0) return again({ after: `${leftMs}ms` });
      const person = await loadPerson(parts.originals, job.accountId, personId, call.signal);
      const replied = person && findLastReply(person);
      if (!person || (replied && replied > since)) return done();
      const text = `Started because no user replied for ${delay.value} ${delay.unit}.`;
      await start(call, { automationId, personId, trigger: `noReply:${trigger}`, text });
      return done();
    };
  },
});
