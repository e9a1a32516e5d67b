import type { Actor } from '@porchlight/access';
import { getActor, readCaller, type Credentials } from '@porchlight/edge';
import type { Request, Response } from 'express';

/** Interval at which the credentials of open streams are verified again, ms: a stream ends within 2 s (D13.9). */
const VERIFY_MS = 700;

/**
 * Verifies the credentials of an open stream until it is closed. Returns a function that returns the caller as it is
 * now, because roles change. `onEnded` is called when the credentials have ended.
 */
export const watchCaller = (
  credentials: Credentials,
  req: Request,
  res: Response,
  onEnded: () => void,
): (() => Actor) => {
  let caller: Actor = getActor(req);
  const { accountId, userId } = caller;
  let isVerifying = false;
  const verify = async (): Promise<void> => {
    const present = await readCaller(credentials, req).catch(() => undefined);
    if (present?.accountId === accountId && present.userId === userId) caller = present;
    else if (!res.writableEnded) onEnded();
    isVerifying = false;
  };
  const timer = setInterval(() => {
    if (isVerifying) return;
    isVerifying = true;
    void verify();
  }, VERIFY_MS);
  res.once('close', () => clearInterval(timer));
  return () => caller;
};
