import type { BusMessage } from '../bus';
import type { Middleware } from './middleware';

/** Header of a message that was laid aside by one group and is published again for that group alone. */
export const REDRIVE_HEADER = 'redrive_group';

/** Skips messages that were republished for another group. */
export const meantFor = (group: string): Middleware => {
  const isMeant = ({ headers }: BusMessage): boolean => (headers?.[REDRIVE_HEADER] ?? group) === group;
  return (next) => async (batch, context) => {
    const meant = batch.every(isMeant) ? batch : batch.filter(isMeant);
    if (meant.length > 0) await next(meant, context);
  };
};
