import { REASONS, type Params, type Reason } from './reasons';

/** A refusal that may be shown to the caller. All else that is thrown is a fault and shows as INTERNAL. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly params: Params;

  constructor(reason: Reason, params: Params = {}) {
    super(REASONS[reason].sentence(params));
    this.name = 'Refusal';
    this.reason = reason;
    this.params = params;
  }
}

/** Makes the refusal for a reason; the caller throws it. */
export const refuse = (reason: Reason, params?: Params): Refusal => new Refusal(reason, params);

/** Tells a refusal from a fault. */
export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;

/** True for a refusal that says that something is not there, or no longer (NOT_FOUND). */
export const isNotFound = (error: unknown): boolean => isRefusal(error) && error.reason === 'NOT_FOUND';

/**
 * What the work comes to; undefined when what it is about is gone by now (NOT_FOUND), so that nothing is left to do.
 */
export const unlessGone = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};

/** The refusal to show for anything thrown: itself, or INTERNAL for a fault. */
export const asRefusal = (error: unknown): Refusal => (isRefusal(error) ? error : new Refusal('INTERNAL'));

/** True when the name stands in the table; guards what arrives from another process. */
export const isReason = (name: string): name is Reason => Object.hasOwn(REASONS, name);
