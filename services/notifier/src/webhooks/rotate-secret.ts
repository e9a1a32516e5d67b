import { memoize } from '@porchlight/idempotency';
import type { Clock } from '@porchlight/runtime';
import { DAY_MS } from '@porchlight/runtime';
import type { Document, StoreCall } from '@porchlight/store';
import { createSecret, type SecretBox, type SigningDocument, stillValid } from '../payloads';

export interface RotateSecretOptions<D extends Document & SigningDocument> {
  /** Throws if the caller may not change the document. */
  readonly requireOwn: (call: StoreCall, id: number) => Promise<unknown>;
  readonly modify: (
    call: StoreCall,
    id: number,
    change: (before: D) => D | undefined,
    options: { silent: boolean },
  ) => Promise<unknown>;
  /** Encryption context of the secrets of an account. */
  readonly contextOf: (accountId: number) => string;
  readonly box: SecretBox;
  readonly random: (bytes: number) => Buffer;
  readonly clock: Clock;
}

/** The previous secret also signs for this long (decisions section 7). */
const RETIRING_MS = DAY_MS;
/** Maximum number of replaced secrets; each adds to a header. */
const MAX_RETIRING = 5;

/** POST …/rotateSecret of webhooks and published inbox apps. Returns the new secret, once. */
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
    const secret = await memoize(call, 'secret', () => createSecret(random));
    const context = contextOf(call.actor.accountId);
    const sealed = box.seal(secret, context);
    const isOurs = (other: string): boolean => box.open(other, context) === secret;
    const now = clock.date();
    const until = new Date(now.getTime() + RETIRING_MS);
    await modify(
      call,
      id,
      (before) => {
        // A repeat of the call: done before.
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
