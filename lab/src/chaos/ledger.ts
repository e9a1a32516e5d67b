/** An acknowledged write: the person that it created. */
export interface Write {
  readonly accountId: number;
  readonly personId: number;
  /** First attempt and acknowledgement, ms since the epoch; of leads only. */
  readonly span?: { readonly from: number; readonly to: number };
}

/** A webhook that was active during the whole run. */
export interface RegisteredWebhook {
  /** Unique over all accounts, unlike the id that the API gives. */
  readonly id: string;
  readonly accountId: number;
  readonly receiver: string;
}

/** A request that a receiver read, and its response. */
export interface Arrival {
  readonly webhookId: string;
  readonly eventId: string;
  readonly personIds: readonly number[];
  /** Time of the response, ms since the epoch. */
  readonly at: number;
  readonly status: number;
}

/** A time span with a fault. A result may be lost in it, so a repetition is allowed. */
export interface Crash {
  readonly from: number;
  readonly to: number;
  /** Name of a process, or of a receiver. */
  readonly of: string;
}

/** Entry of the delivery log of a webhook. */
export interface Logged {
  readonly webhookId: string;
  readonly eventId: string;
  readonly status: string;
  readonly attempts: number;
}

/** A time span in which a webhook must not be notified because its account is disabled or deleted. */
export interface Quiet {
  readonly webhookId: string;
  readonly why: string;
  readonly from: number;
  /** Undefined: the account was deleted. */
  readonly to: number;
}

/** How a process was replaced. */
export interface Replaced {
  readonly name: string;
  /** Time from SIGTERM to exit. */
  readonly stopMs: number;
  /** It completed all steps of an orderly shutdown. */
  readonly inOrder: boolean;
  /** Time from its exit until its successor was ready. */
  readonly readyMs: number;
}

/** Result of the rolling release, before the first fault. */
export interface Release {
  /** Number of successful calls; failures, one line each. */
  readonly answered: number;
  readonly failed: readonly string[];
  /** Calls that were answered by 503 with `Retry-After` and repeated; on a usual machine they are failures. */
  readonly repeated: number;
  readonly replaced: readonly Replaced[];
  /** Acknowledged new records, and the records that lists show afterwards. */
  readonly made: readonly string[];
  readonly found: readonly string[];
}

/** All observations of a run. */
export interface Books {
  /** Multiplies time limits; 1 on a usual machine. */
  readonly slowdown: number;
  readonly release: Release;
  /** Names of the faults, with repetitions. */
  readonly faults: readonly string[];
  readonly writes: readonly Write[];
  readonly webhooks: readonly RegisteredWebhook[];
  readonly arrivals: readonly Arrival[];
  readonly crashes: readonly Crash[];
  readonly logged: readonly Logged[];
  /** Account that owns an event, by event id. */
  readonly owners: ReadonlyMap<string, number>;
  readonly quiet: readonly Quiet[];
  /** What is left in each queue. */
  readonly queues: ReadonlyMap<string, number>;
  /** Memory by process, MB. */
  readonly memory: readonly { readonly name: string; readonly before: number; readonly after: number }[];
}

/** One claim and its result. */
export interface Entry {
  readonly claim: string;
  /** Number of observations. A claim without observations fails. */
  readonly checked: number;
  /** What contradicts it, one line each. */
  readonly wrong: readonly string[];
  readonly note: string;
  readonly ok: boolean;
}

/** Time limit for storing a result after the response. A later crash loses no result. */
const MARGIN_MS = 3_000;
/** Processes whose crash loses results of attempts. */
const KEEPERS = new Set(['notifier', 'notifier-database', 'database']);
const GROWTH = 1.1;
/** V8's young generation (up to three spaces of 4 MB) and the buffers of sockets come and go with the load, MB. */
const YOUNG_MB = 24;
export const MIN_WAYS = 8;
const STOP_MS = 5_000;
const BROKER_FAULT = /^kafka-/;
const LONGEST_WAIT_MS = 5_000;

/** Compares acknowledged writes with notifications and with the records of the service. Pure. */
export function closeBooks(books: Books): Entry[] {
  return [
    releaseUnnoticed(books),
    checkRelease(books),
    broken(books),
    noneLost(books),
    noneTwice(books),
    noneForeign(books),
    checkSilence(books),
    allLogged(books),
    queuesEmpty(books),
    memoryBack(books),
    ...brokersUnnoticed(books),
  ];
}

/** The length of a span without the time of faults in it, ms. */
const measureOutside = ({ from, to }: NonNullable<Write['span']>, faults: readonly Crash[]): number => {
  let outside = 0;
  let at = from;
  for (const fault of [...faults].sort((one, other) => one.from - other.from)) {
    outside += Math.max(0, Math.min(fault.from, to) - at);
    at = Math.max(at, fault.to);
  }
  return outside + Math.max(0, to - at);
};

/**
 * Leads while a broker of several was down or leaders moved; without such a fault there is nothing to claim. The time
 * in which another process was disturbed does not count: a lead may wait for that.
 */
function brokersUnnoticed({ crashes, writes, slowdown }: Books): Entry[] {
  const faults = crashes.filter(({ of }) => BROKER_FAULT.test(of));
  if (faults.length === 0) return [];
  const overlapping = (span: NonNullable<Write['span']>, all: readonly Crash[]): Crash[] =>
    all.filter(({ from, to }) => span.from <= to && span.to >= from);
  const others = crashes.filter((crash) => !faults.includes(crash));
  const leads = writes.flatMap(({ span }) =>
    span && overlapping(span, faults).length > 0 ? [{ span, waited: measureOutside(span, others) }] : [],
  );
  const wrong = leads
    .filter(({ waited }) => waited > LONGEST_WAIT_MS * slowdown)
    .map(({ span, waited }) => {
      const during = overlapping(span, crashes).map(({ of }) => of);
      return `a lead waited ${(waited / 1000).toFixed(1)} s (${[...new Set(during)].join(', ')})`;
    });
  const longest = Math.max(0, ...leads.map(({ waited }) => waited));
  const note = `${faults.length} faults of brokers, the longest wait ${(longest / 1000).toFixed(1)} s`;
  const claim = `no lead waits longer than ${formatLimit(LONGEST_WAIT_MS * slowdown)} while a broker is away or leaders move`;
  return [entry(claim, leads.length, wrong, note)];
}

function releaseUnnoticed({ release: { answered, failed, replaced, repeated }, slowdown }: Books): Entry {
  const slow = replaced.filter(({ stopMs, inOrder }) => stopMs >= STOP_MS * slowdown || !inOrder);
  const wrong = [
    ...failed,
    ...slow.map(
      ({ name, stopMs, inOrder }) =>
        `${name} ended ${inOrder ? 'in order' : 'out of order'} after ${(stopMs / 1000).toFixed(1)} s`,
    ),
  ];
  const most = (times: readonly number[]): string => (Math.max(0, ...times) / 1000).toFixed(1);
  const note = `${replaced.length} processes one by one, gone within ${most(replaced.map(({ stopMs }) => stopMs))} s, followed within ${most(replaced.map(({ readyMs }) => readyMs))} s${repeated > 0 ? `; ${repeated} calls repeated` : ''}`;
  return entry(
    `a release fails no request, and processes end within ${formatLimit(STOP_MS * slowdown)}`,
    replaced.length === 0 ? 0 : answered,
    wrong,
    note,
  );
}

function checkRelease({ release: { made, found } }: Books): Entry {
  const [acknowledged, shown] = [new Set(made), new Set(found)];
  const lost = made.filter((one) => !shown.has(one)).map((one) => `${one} was acknowledged and is not there`);
  const more = found.filter((one) => !acknowledged.has(one)).map((one) => `${one} is there and was not acknowledged`);
  const again = made.length - acknowledged.size + (found.length - shown.size);
  return entry('a release loses nothing and doubles nothing', made.length, [
    ...lost,
    ...more,
    ...(again > 0 ? [`${again} ids were given out or shown twice`] : []),
  ]);
}

const formatLimit = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`;

/** Without faults, the other claims would be meaningless. */
function broken({ faults }: Books): Entry {
  const ways = new Set(faults).size;
  return entry(
    `the system was broken in at least ${MIN_WAYS} ways`,
    faults.length,
    ways < MIN_WAYS ? [`only ${ways} ways`] : [],
    `${ways} ways`,
  );
}

const accepted = ({ status }: Arrival): boolean => status >= 200 && status < 300;

function noneLost({ writes, webhooks, arrivals }: Books): Entry {
  const notified = new Set(
    arrivals.filter(accepted).flatMap(({ webhookId, personIds }) => personIds.map((id) => `${webhookId} ${id}`)),
  );
  const expected = writes.flatMap(({ accountId, personId }) =>
    webhooks.filter((webhook) => webhook.accountId === accountId).map((webhook) => ({ webhook, personId })),
  );
  const lost = expected.filter(({ webhook, personId }) => !notified.has(`${webhook.id} ${personId}`));
  return entry(
    'every acknowledged write arrived at every active webhook',
    expected.length,
    lost.map(
      ({ webhook, personId }) =>
        `person ${personId} of account ${webhook.accountId} never came to the ${webhook.receiver} receiver`,
    ),
  );
}

/** A crash around the response excuses a repetition. A second id for the same event is never excused. */
function noneTwice({ arrivals, webhooks, crashes }: Books): Entry {
  const receivers = new Map(webhooks.map(({ id, receiver }) => [id, receiver]));
  const first = new Map<string, Arrival>();
  const excused: string[] = [];
  const wrong: string[] = [];
  const good = arrivals.filter(accepted).toSorted((one, other) => one.at - other.at);
  for (const arrival of good) {
    for (const personId of arrival.personIds) {
      const key = `${arrival.webhookId} ${personId}`;
      const before = first.get(key);
      first.set(key, arrival);
      if (!before) continue;
      const receiver = receivers.get(arrival.webhookId) ?? '';
      const crash = before.eventId === arrival.eventId && around(before.at, receiver, crashes);
      const line = `person ${personId} twice at webhook ${arrival.webhookId} (${receiver}), ${((arrival.at - before.at) / 1000).toFixed(1)} s apart, ${before.eventId === arrival.eventId ? 'one event' : 'two events'}`;
      (crash ? excused : wrong).push(line);
    }
  }
  const outside = good.filter(({ at, webhookId }) => !around(at, receivers.get(webhookId) ?? '', crashes)).length;
  return entry('none was delivered twice without a crash', outside, wrong, `${excused.length} after a crash`);
}

function noneForeign({ arrivals, webhooks, owners }: Books): Entry {
  const accounts = new Map(webhooks.map(({ id, accountId }) => [id, accountId]));
  const own = arrivals.filter(({ webhookId }) => accounts.has(webhookId));
  const pairs = new Map(own.map((arrival) => [`${arrival.webhookId} ${arrival.eventId}`, arrival]));
  const foreign = [...pairs.values()].filter(
    ({ webhookId, eventId }) => owners.get(eventId) !== accounts.get(webhookId),
  );
  return entry(
    "no webhook got another account's event",
    pairs.size,
    foreign.map(
      ({ webhookId, eventId }) =>
        `event ${eventId} of account ${owners.get(eventId) ?? 'nobody'} came to webhook ${webhookId} of account ${accounts.get(webhookId)}`,
    ),
  );
}

/** The change of an account must reach the notifier. The time limit starts again after each fault. */
const QUIET_AFTER_MS = 10_000;

function checkSilence({ arrivals, quiet, crashes, slowdown }: Books): Entry {
  let before = 0;
  const wrong: string[] = [];
  const after = QUIET_AFTER_MS * slowdown;
  for (const { webhookId, why, from, to } of quiet) {
    let begins = from + after;
    for (const crash of crashes.toSorted((one, other) => one.from - other.from)) {
      if (crash.from < begins && crash.to + after > begins) begins = crash.to + after;
    }
    const came = arrivals.filter((arrival) => arrival.webhookId === webhookId);
    before += came.filter(({ at }) => at < from).length;
    for (const { at, eventId } of came)
      if (at > begins && at < to)
        wrong.push(
          `event ${eventId} came to webhook ${webhookId}, ${((at - from) / 1000).toFixed(1)} s after its account was ${why}`,
        );
  }
  return entry('nothing is sent for an account that is disabled or deleted', before, wrong, `${quiet.length} accounts`);
}

/** Requests that a receiver read without a fault must be in the log, and each delivery must have an end. */
function allLogged({ arrivals, webhooks, logged, crashes }: Books): Entry {
  const receivers = new Map(webhooks.map(({ id, receiver }) => [id, receiver]));
  const log = new Map(logged.map((one) => [`${one.webhookId} ${one.eventId}`, one]));
  const seen = new Map<string, { outside: number; delivered: boolean }>();
  let checked = 0;
  for (const arrival of arrivals) {
    const receiver = receivers.get(arrival.webhookId);
    if (receiver === undefined) continue;
    const key = `${arrival.webhookId} ${arrival.eventId}`;
    const count = seen.get(key) ?? { outside: 0, delivered: false };
    seen.set(key, count);
    count.delivered ||= accepted(arrival);
    if (around(arrival.at, receiver, crashes)) continue;
    count.outside++;
    checked++;
  }
  const wrong = [...seen].flatMap(([key, { outside, delivered }]) => {
    const found = log.get(key);
    if (!found) return [`${key}: not in the log`];
    if (found.attempts < outside) return [`${key}: ${outside} attempts seen, ${found.attempts} in the log`];
    return delivered && found.status !== 'Delivered' ? [`${key}: received, but ${found.status} in the log`] : [];
  });
  return entry('every attempt is in the log', checked, wrong);
}

function queuesEmpty({ queues }: Books): Entry {
  const full = [...queues].filter(([, left]) => left !== 0);
  return entry(
    'all queues are empty',
    queues.size,
    full.map(([name, left]) => `${name}: ${left} left`),
  );
}

/** More than 10 % and 24 MB above the earlier reading, or missing. */
export const hasGrown = ({ before, after }: { readonly before: number; readonly after: number }): boolean =>
  !(after <= Math.max(before * GROWTH, before + YOUNG_MB));

function memoryBack({ memory }: Books): Entry {
  const grown = memory.filter(hasGrown);
  const note = memory.map(({ name, before, after }) => `${name} ${before.toFixed(0)}→${after.toFixed(0)}`).join(', ');
  return entry(
    `memory is back to within 10 % or ${YOUNG_MB} MB`,
    memory.length,
    grown.map(({ name, before, after }) => `${name}: ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`),
    `${note} MB`,
  );
}

function around(at: number, receiver: string, crashes: readonly Crash[]): boolean {
  return crashes.some(
    ({ from, to, of }) => (KEEPERS.has(of) || of === receiver) && at >= from - MARGIN_MS && at <= to + MARGIN_MS,
  );
}

function entry(claim: string, checked: number, wrong: readonly string[], note = ''): Entry {
  return { claim, checked, wrong, note, ok: wrong.length === 0 && checked > 0 };
}
