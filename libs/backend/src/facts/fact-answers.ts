import {
  DELETIONS,
  FACTS,
  type ConfirmFactsRequest,
  type ConfirmFactsResponse,
  type DestroyingType,
  type FactClaim,
  type FactDataOf,
} from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';

/** Whether the state of the owning service agrees with a fact of an account. */
type Answer<T> = (accountId: number, data: T, signal: AbortSignal) => Promise<boolean>;

/** An answer for each fact of a service that deletes or reassigns. */
export type FactAnswers<Service extends string> = {
  readonly [Type in DestroyingType<Service>]: Answer<FactDataOf<Type>>;
};

/** Answers for deletions of what is no resource: the ids are those of the message. */
export type DeletionAnswers = Readonly<Partial<Record<(typeof DELETIONS)[number], Answer<readonly number[]>>>>;

/** Claims of one call. */
const MAX_CLAIMS = 500;
const CONCURRENCY = 8;

/** Answers the claims about the facts of one service. */
export const createFactAnswers = (service: string, store: Pick<Store, 'isDeleted'>) => {
  const facts = new Map<string, Answer<never>>();
  const deletions = new Map<string, Answer<readonly number[]>>();

  /** Throws for a claim that this service has no answer for; the caller asks again later. */
  const check = async ({ type, accountId, ids, dataJson }: FactClaim, signal: AbortSignal): Promise<boolean> => {
    const [owner = '', resource = ''] = type.split('.');
    const fact = FACTS.find((one) => one.type === type);
    const answer = facts.get(type);
    if (fact && answer) {
      const data = fact.data.safeParse(parseJson(dataJson));
      return data.success && answer(accountId, data.data as never, signal);
    }
    const deletion = deletions.get(type);
    if (deletion) return deletion(accountId, ids, signal);
    if (owner === service && (DELETIONS as readonly string[]).includes(type))
      return ids.length > 0 && store.isDeleted(resource, accountId, ids);
    throw refuse('UNAVAILABLE', { what: `an answer about ${type}` });
  };

  const confirm = async (claims: readonly FactClaim[], signal: AbortSignal): Promise<boolean[]> => {
    if (claims.length > MAX_CLAIMS) throw invalidBody(`Field 'claims' must have at most ${MAX_CLAIMS} entries.`);
    return mapBounded(claims, CONCURRENCY, (claim) => check(claim, signal));
  };

  return {
    /** Adds the answers of a feature. Call before the service starts. */
    add<Service extends string>(answers: FactAnswers<Service>, ofDeletions: DeletionAnswers = {}): void {
      for (const [type, answer] of Object.entries<Answer<never>>(answers)) facts.set(type, answer);
      for (const [type, answer] of Object.entries(ofDeletions)) if (answer) deletions.set(type, answer);
    },
    confirm,
    /** The method ConfirmFacts. */
    confirmFacts: async (
      { claims }: ConfirmFactsRequest,
      { signal }: { readonly signal: AbortSignal },
    ): Promise<ConfirmFactsResponse> => ({ confirmed: await confirm(claims, signal) }),
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
