import { REASONS, type Params, type Reason } from './reasons';

/** One problem of a refusal, as the response contains it. */
export type Problem = Readonly<Record<string, string | number | null>>;

/** An error that may be shown to the caller. Any other error is a fault and is returned as INTERNAL. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly params: Params;
  /** What the reason applies to, for programs: of IN_USE the records that name the record. */
  readonly problems: readonly Problem[] | undefined;

  constructor(reason: Reason, params: Params = {}, problems?: readonly Problem[]) {
    super(REASONS[reason].sentence(params));
    this.name = 'Refusal';
    this.reason = reason;
    this.params = params;
    this.problems = problems;
  }
}

/** Creates the refusal for a reason; the caller throws it. */
export const refuse = (reason: Reason, params?: Params, problems?: readonly Problem[]): Refusal =>
  new Refusal(reason, params, problems);

/** Creates the refusal of a body; `problems` are sentences, of which one begins with `Field 'x' …` for each field. */
export const invalidBody = (problems: string): Refusal => refuse('INVALID_BODY', { problems });

/** True for a refusal, false for a fault. */
export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;

/** True for a refusal that reports a missing or deleted record (NOT_FOUND). */
export const isNotFound = (error: unknown): boolean => isRefusal(error) && error.reason === 'NOT_FOUND';

/** Returns the result of the work; undefined if the record was deleted meanwhile (NOT_FOUND). */
export const unlessGone = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};

/** Converts any error to a refusal: a refusal itself, INTERNAL for a fault. */
export const asRefusal = (error: unknown): Refusal => (isRefusal(error) ? error : new Refusal('INTERNAL'));

/** True if the table has the name; validates names from other processes. */
export const isReason = (name: string): name is Reason => Object.hasOwn(REASONS, name);
