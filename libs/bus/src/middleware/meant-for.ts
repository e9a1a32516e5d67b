import type { BusMessage } from '../bus';
import type { Middleware } from './middleware';

/** Header of a dead letter that is republished for its group only. */
export const REDRIVE_HEADER = 'redrive_group';

/** Skips messages that were republished for another group. */
export const meantFor = (group: string): Middleware => {
  const isMeant = ({ headers }: BusMessage): boolean => (headers?.[REDRIVE_HEADER] ?? group) === group;
  return (next) => async (batch, context) => {
    const forGroup = batch.every(isMeant) ? batch : batch.filter(isMeant);
    if (forGroup.length > 0) await next(forGroup, context);
  };
};
