import { pinned } from '@porchlight/idempotency';
import type { Clock } from '@porchlight/runtime';
import type { Document, StoreCall } from '@porchlight/store';
import { createSecret, type SecretBox, type SigningDocument, stillValid } from '../payloads';

export interface RotateSecretOptions<D extends Document & SigningDocument> {
  /** Throws unless the caller may change it. */
  readonly requireOwn: (call: StoreCall, id: number) => Promise<unknown>;
  readonly modify: (
    call: StoreCall,
    id: number,
    change: (before: D) => D | undefined,
    options: { silent: boolean },
  ) => Promise<unknown>;
  /** What binds its sealed secrets to the account. */
  readonly contextOf: (accountId: number) => string;
  readonly box: SecretBox;
  readonly random: (bytes: number) => Buffer;
  readonly clock: Clock;
}

/** How long the previous secret signs too (decisions section 7). */
const RETIRING_MS = 24 * 3_600_000;
/** Replaced secrets that sign at a time: each adds to a header. */
const MAX_RETIRING = 5;

/** POST …/rotateSecret of webhooks and published inbox apps: answers a new secret, once. */
export const createRotateSecret =
  <D extends Document & SigningDocument>({
    requireOwn,
    modify,
    contextOf,
    box,
    random,
    clock,
  }: RotateSecretOptions<D>) =>
  async (call: StoreCall, id: number): Promise<{ secret: string }> => {
    await requireOwn(call, id);
    const secret = await pinned(call, 'secret', () => createSecret(random));
    const context = contextOf(call.actor.accountId);
    const sealed = box.seal(secret, context);
    const isOurs = (other: string): boolean => box.open(other, context) === secret;
    const now = clock.date();
    const until = new Date(now.getTime() + RETIRING_MS);
    await modify(
      call,
      id,
      (before) => {
        // Sent again, the call has done it before.
        if (before.secrets.some(isOurs) || before.retiring?.some((one) => isOurs(one.secret))) return undefined;
        const replaced = before.secrets.map((old) => ({ secret: old, until }));
        return {
          ...before,
          secrets: [sealed],
          retiring: [...replaced, ...stillValid(before, now)].slice(0, MAX_RETIRING),
        };
      },
      { silent: true },
    );
    return { secret };
  };
