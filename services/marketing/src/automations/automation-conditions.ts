import { readStoredFilter, type Originals, type StoredFilters } from '@porchlight/backend';
import { people, type Person } from '@porchlight/contracts';
import { isRefusal, refuseAll, type Refusal } from '@porchlight/errors';
import type { FilterValues } from '@porchlight/resource';

const WHERE = 'the conditions of an automation';
/** The largest id; a check with it reads no person. */
const NO_PERSON = 2_147_483_647;
/** People of one call to the people service. */
const PEOPLE_AT_ONCE = 100;

/** Which people meet conditions, or why the conditions cannot be read. */
export interface ConditionResult {
  readonly matching: ReadonlySet<number>;
  /** One sentence; then no person matches. */
  readonly problem?: string;
}

/** Conditions: filters of GET /people that the people service applies. */
export interface Conditions {
  /** Throws INVALID_BODY with every problem. */
  check(accountId: number, conditions: string, field: string, signal: AbortSignal): Promise<void>;
  /** Throws UNAVAILABLE and DEADLINE. */
  match(
    accountId: number,
    conditions: string,
    personIds: readonly number[],
    signal: AbortSignal,
  ): Promise<ConditionResult>;
}

/** Stored conditions as an object. */
export const parseConditions = (conditions: string | undefined): StoredFilters =>
  conditions === undefined ? {} : (JSON.parse(conditions) as StoredFilters);

const readFilters = (conditions: string): FilterValues[] =>
  Object.entries(parseConditions(conditions)).flatMap(([name, value]) => readStoredFilter(name, value, WHERE));

const isInvalid = (error: unknown): error is Refusal =>
  isRefusal(error) && (error.reason === 'INVALID_QUERY' || error.reason === 'INVALID_BODY');

/** Asks the people service, whose filters and custom fields these are. */
export const createConditions = (originals: Pick<Originals, 'byIds'>): Conditions => {
  const find = async (accountId: number, filters: FilterValues[], ids: readonly number[], signal: AbortSignal) =>
    originals.byIds<Person>(people, { accountId, ids, filters }, signal);
  return {
    async check(accountId, conditions, field, signal) {
      const problems: string[] = [];
      const attempt = async (read: () => Promise<unknown>): Promise<void> => {
        try {
          await read();
        } catch (error) {
          if (!isInvalid(error)) throw error;
          problems.push(`Field '${field}': ${error.message}`);
        }
      };
      for (const [name, value] of Object.entries(parseConditions(conditions)))
        await attempt(async () => find(accountId, readStoredFilter(name, value, WHERE), [NO_PERSON], signal));
      if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
    },
    async match(accountId, conditions, personIds, signal) {
      try {
        const filters = readFilters(conditions);
        const matching = new Set<number>();
        for (let at = 0; at < personIds.length; at += PEOPLE_AT_ONCE)
          for (const { id } of await find(accountId, filters, personIds.slice(at, at + PEOPLE_AT_ONCE), signal))
            matching.add(id);
        return { matching };
      } catch (error) {
        if (!isInvalid(error)) throw error;
        return { matching: new Set(), problem: error.message };
      }
    },
  };
};
