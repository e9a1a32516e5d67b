import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useEffect, useState } from 'react';
import { now } from '../components/current-time';
import { EXACT_TIME } from '../components/date-time';
import styles from './lead-offer.module.css';

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/**
 * The time until an offer ends: minutes and seconds, from one hour on hours and minutes, from one day on days and
 * hours. Undefined when it has ended.
 */
export const formatRemaining = (until: string, at: number): string | undefined => {
  const seconds = Math.ceil((Date.parse(until) - at) / SECOND_MS);
  if (seconds <= 0) return undefined;
  const days = Math.floor(seconds / DAY_S);
  const hours = Math.floor((seconds % DAY_S) / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  if (seconds >= DAY_S) return t`${days} d ${hours} h`;
  if (seconds >= HOUR_S) return t`${hours} h ${minutes} m`;
  return `${minutes}:${String(seconds % MINUTE_S).padStart(2, '0')}`;
};

/** How long a lead can still be claimed, counted down. Screen readers read it once, not each second. */
export const OfferCountdown = ({ lead }: { readonly lead: Pick<Schemas['Person'], 'offeredUntil'> }) => {
  const [at, setAt] = useState(now);
  const until = lead.offeredUntil;
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const remaining = until ? formatRemaining(until, at) : undefined;
  if (!until || remaining === undefined) return null;
  return (
    <span className={styles.countdown}>
      <span aria-hidden="true">{t`${remaining} left`}</span>
      <VisuallyHidden>{t`until ${EXACT_TIME.format(new Date(until))}`}</VisuallyHidden>
    </span>
  );
};
