import { readPhone } from '@porchlight/contact';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '@porchlight/runtime';
import { derive, listIdentifying, type PersonDocument, prepareEmails, preparePhones } from '../person';

/**
 * The person with its contacts read again as in this country, and with all derived fields; undefined if nothing
 * changes. It stays one person: it is joined to no other.
 */
export const recomputeIdentities = (person: PersonDocument, country: string): PersonDocument | undefined => {
  const after = derive({
    ...person,
    emails: prepareEmails(person.emails, person.emails),
    phones: preparePhones(person.phones, country),
  });
  return isDeepStrictEqual(after, person) ? undefined : after;
};

/** People of one account who shared an identity and no longer do, or the reverse. */
export interface IdentityReport {
  /** Pairs of ids whose contacts are now equal. */
  readonly together: readonly (readonly [number, number])[];
  /** Pairs of ids whose contacts were equal. */
  readonly apart: readonly (readonly [number, number])[];
  /** Numbers that were read, and those of them that are numbers of the account's country. */
  readonly phones: number;
  readonly fitting: number;
}

/** A person before and after its identities were recomputed. */
export interface Recomputed {
  readonly before: PersonDocument;
  readonly after: PersonDocument;
}

/** Most people that are looked up for one report. */
const MAX_OTHERS = 1_000;
/** Most pairs of one report. */
const MAX_PAIRS = 100;
/** Most pairs that are compared for one report: thousands of people may have one number. */
const MAX_COMPARED = 20_000;

/** Lists pairs of people that `pick` finds by a key, and for which `isReported` holds. */
const pairUp = (
  changed: readonly Recomputed[],
  everybody: readonly Recomputed[],
  pick: { keys: (one: Recomputed) => readonly string[]; owned: (one: Recomputed) => readonly string[] },
  isReported: (one: Recomputed, other: Recomputed) => boolean,
): [number, number][] => {
  const owners = new Map<string, Recomputed[]>();
  for (const one of everybody)
    for (const key of pick.owned(one)) {
      const list = owners.get(key);
      if (list) list.push(one);
      else owners.set(key, [one]);
    }
  const pairs = new Map<string, [number, number]>();
  let compared = 0;
  for (const one of changed)
    for (const key of pick.keys(one))
      for (const other of owners.get(key) ?? []) {
        if (pairs.size >= MAX_PAIRS || (compared += 1) > MAX_COMPARED) return [...pairs.values()];
        const [low, high] = [one.before.id, other.before.id].sort((a, b) => a - b) as [number, number];
        if (low !== high && !pairs.has(`${low},${high}`) && isReported(one, other))
          pairs.set(`${low},${high}`, [low, high]);
      }
  return [...pairs.values()];
};

const shareOne = (keys: readonly string[], others: readonly string[]): boolean =>
  keys.some((key) => others.includes(key));

/**
 * Emails without case and digits of phones. People who share one were together in any version and country, also those
 * whose former identities are no longer stored because they were recomputed earlier.
 */
const listTexts = ({ before: { emails, phones } }: Recomputed): string[] => [
  ...emails.map(({ value }) => value.trim().toLowerCase()),
  ...phones.map(({ value }) => value.replace(/\D/gu, '')).filter((digits) => digits !== ''),
];

const wereTogether = (one: Recomputed, other: Recomputed): boolean =>
  shareOne(one.before.identities, other.before.identities) || shareOne(listTexts(one), listTexts(other));

const areTogether = (one: Recomputed, other: Recomputed): boolean =>
  shareOne(listIdentifying(one.after), listIdentifying(other.after));

/** Identities that a person has gained or lost; text that identifies no person counts as none. */
const gained = ({ before, after }: Recomputed): string[] =>
  listIdentifying(after).filter((key) => !before.identities.includes(key));
const lost = ({ before, after }: Recomputed): string[] => {
  const identifying = new Set(listIdentifying(after));
  return before.identities.filter((key) => /^[ep]:./u.test(key) && !identifying.has(key));
};

/** Reports what recomputing changed for people of one account; `find` returns people with one of these identities. */
export const reportIdentities = async (
  people: readonly PersonDocument[],
  changed: readonly Recomputed[],
  country: string,
  find: (identities: readonly string[], limit: number) => Promise<readonly PersonDocument[]>,
): Promise<IdentityReport> => {
  const keys = [...new Set(changed.flatMap((one) => [...gained(one), ...lost(one)]))].slice(0, MAX_OTHERS);
  const holders = keys.length === 0 ? [] : await find(keys, MAX_OTHERS);
  const ids = new Set(changed.map(({ before }) => before.id));
  const others = holders
    .filter(({ id }) => !ids.has(id))
    .map((before) => ({ before, after: recomputeIdentities(before, country) ?? before }));
  const everybody = [...changed, ...others];
  const numbers = people.flatMap(({ phones }) => phones.map(({ value }) => readPhone(value, country)));
  const read = numbers.filter(({ normalized }) => normalized !== '');
  return {
    together: pairUp(
      changed,
      everybody,
      { keys: gained, owned: ({ after }) => listIdentifying(after) },
      (one, other) => !wereTogether(one, other),
    ),
    apart: pairUp(
      changed,
      everybody,
      { keys: lost, owned: ({ before }) => before.identities },
      (one, other) => !areTogether(one, other),
    ),
    phones: read.length,
    fitting: read.filter(({ isLocal }) => isLocal).length,
  };
};

/** Numbers from which a share says something about an account. */
const MIN_PHONES = 10;

/** True if most numbers of an account are no numbers of its country. */
const hasOtherCountry = ({ phones, fitting }: IdentityReport): boolean => phones >= MIN_PHONES && fitting * 2 < phones;

/** Logs what an operator should look at; nothing if there is nothing. */
export const logReport = (
  logger: Pick<Logger, 'warn'>,
  accountId: number,
  country: string,
  report: IdentityReport,
): void => {
  const { together, apart, phones, fitting } = report;
  if (together.length > 0 || apart.length > 0)
    logger.warn(
      { event: 'identities.changed', accountId, together, apart },
      'people share contacts from now on (together) or no longer do (apart); no people were merged',
    );
  if (hasOtherCountry(report))
    logger.warn(
      { event: 'identities.other_country', accountId, country, phones, fitting },
      'most phones of the account are no numbers of its country: set its country (account set --country)',
    );
};
